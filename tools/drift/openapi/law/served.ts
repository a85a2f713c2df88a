import type { ClauseId } from '../../../../spec/clauses.ts'
import type { EndpointName } from '../../../../spec/endpoints.ts'

/** The clause that requires each endpoint. */
export const SERVED: Record<EndpointName, ClauseId> = {
  'POST /videos': 'submission.accepted-with-202',
  'GET /videos/{id}': 'jobs.poll-answers-an-object',
  'GET /models': 'readings.models-answers',
  'GET /usage': 'readings.usage-answers',
  'GET /capacity': 'readings.capacity-answers',
  'GET /billing/balance': 'readings.balance-answers',
}
