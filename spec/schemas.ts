import { acceptedSchema } from './schemas/answers.ts'
import { jobSchema } from './schemas/job.ts'
import { submissionSchema } from './schemas/submission.ts'
import { validatorOf } from './schemas/validator.ts'

export { acceptedSchema, errorSchema, readingSchema } from './schemas/answers.ts'
export { jobSchema } from './schemas/job.ts'
export { submissionSchema } from './schemas/submission.ts'
export { validatorOf } from './schemas/validator.ts'

export const isLawfulSubmission = validatorOf(submissionSchema)
export const isLawfulJob = validatorOf(jobSchema)
export const isLawfulAcceptance = validatorOf(acceptedSchema)
