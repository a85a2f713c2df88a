import { createHash, randomUUID } from 'node:crypto'
import { EMBEDDED, isOnThisMachine, targetOf, UsageError } from '../../engine/config/target.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import type { Prepared } from '../../engine/run/run.ts'
import { planLine } from '../../reporters/plan/plan.ts'
import type { RunTool } from './tools.ts'

/** Maximum cost of a run. */
export type Announced = {
  /** The limits in one sentence. */
  limits: string
  baseUrl: string
  atMost: Omit<RunPlan['atMost'], 'orders'>
  /** With a price list. */
  cost?: { atMost: string; unit: string }
  deadlineSeconds: number
  /** Allows one such run. */
  token?: string
}

/** Tokens of announced runs. Each allows one run, with the announced server, selection and limits. */
export class Announcements {
  readonly #digests = new Map<string, string>()

  /** Without a token for the embedded service, which costs nothing. */
  announce(tool: RunTool, prepared: Prepared, local: boolean): Announced {
    const { plan } = prepared.plan
    const { cost, deadlineSeconds } = plan
    const { orders: _, ...atMost } = plan.atMost
    const baseUrl = local ? EMBEDDED : prepared.target.baseUrl
    const announced = {
      ...{ limits: planLine(plan, baseUrl), baseUrl, atMost, deadlineSeconds },
      ...(cost && { cost: { atMost: cost.atMost, unit: cost.unit } }),
    }
    if (local) return announced
    const token = randomUUID()
    this.#digests.set(token, digestOf(tool, prepared))
    return { ...announced, token }
  }

  /** Refuses a run that was not announced. */
  redeem(tool: RunTool, prepared: Prepared, token: string | undefined): void {
    const { baseUrl } = prepared.target
    if (token === undefined)
      throw new UsageError(
        `${tool}: ${baseUrl} may charge for jobs, so a token is required. Call plan with the same arguments, show its limits to the user, and call ${tool} again with the token of plan`,
      )
    const digest = this.#digests.get(token)
    if (digest === undefined)
      throw new UsageError(`${tool}: this token is unknown or was used: a token allows one run. Call plan again`)
    if (digest !== digestOf(tool, prepared))
      throw new UsageError(
        `${tool}: this token is for another server, selection or limit: use the arguments of that plan, or call plan again with these`,
      )
    this.#digests.delete(token)
  }
}

/** Covers everything that decides what a run sends and costs at most. */
function digestOf(tool: RunTool, { target, planned, plan: { plan, input } }: Prepared): string {
  const checks = planned.flatMap(({ check, skip }) => (skip ? [] : [check.id]))
  const { atMost, besides, limits, cost, mostRequests, deadlineSeconds } = plan
  const { model } = input.configuration
  const all = [tool, target.baseUrl, checks, atMost, besides, limits, cost, mostRequests, deadlineSeconds, model]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** Tool arguments and files may come from anyone, so only the environment names servers that get its keys. */
export function refuseOtherServer(baseUrl: string, fromEnvironment: string | undefined): void {
  const url = new URL(targetOf(baseUrl).baseUrl)
  if (isOnThisMachine(url)) return
  if (fromEnvironment && URL.canParse(fromEnvironment) && new URL(fromEnvironment).origin === url.origin) return
  throw new UsageError(
    `${url.href} is not the server of GATECHECK_BASE_URL, and keys are sent only there and to this machine: ask the user to set GATECHECK_BASE_URL in the environment of "gatecheck mcp"`,
  )
}
