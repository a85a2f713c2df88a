export type SpendingLimit = '--max-jobs' | '--max-video-seconds' | '--max-requests' | '--max-cost'

export type Limits = {
  maxJobs?: number
  maxVideoSeconds?: number
  maxRequests?: number
  /** Of money or credits, as it is written. */
  maxCost?: string
  /** The polls of jobs come on top of that: how many there are is the server's choice. */
  pollsAside?: boolean
}
