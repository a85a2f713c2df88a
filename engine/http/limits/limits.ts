export type SpendingLimit = '--max-jobs' | '--max-video-seconds' | '--max-requests' | '--max-cost'

export type Limits = {
  maxJobs?: number
  maxVideoSeconds?: number
  maxRequests?: number
  /** In money or credits, as typed. */
  maxCost?: string
  /** Polls do not count toward maxRequests, because the server decides how many there are. */
  pollsAside?: boolean
}

/** What limits leave out on a conforming server. `enough`: sufficient values of the limits that are too low. */
export type LeftOutByLimits = {
  jobs: number
  videoSeconds: number
  requests: number
  cost?: { unit: string; amount: string }
  enough: Omit<Limits, 'pollsAside'>
}
