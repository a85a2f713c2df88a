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

/** Beyond what the limits allow, on a conforming server. `enough`: of the limits that are set, those that are too low. */
export type LeftOutByLimits = {
  jobs: number
  videoSeconds: number
  requests: number
  cost?: { unit: string; amount: string }
  enough: Omit<Limits, 'pollsAside'>
}
