import type { RunningService } from '../service/start.ts'

/** Lines to paste into a shell, and nothing else on standard output but comments. */
export function serviceBanner({ baseUrl, keys, imageUrl, failingPrompt }: RunningService): string {
  return `# The reference service listens; ctrl-c ends it. Paste this into another shell:
export GATECHECK_BASE_URL=${baseUrl}
export GATECHECK_KEY=${keys.own}
export GATECHECK_SAME_ACCOUNT_KEY=${keys.sameAccount}
export GATECHECK_OTHER_ACCOUNT_KEY=${keys.otherAccount}
export GATECHECK_REVOKED_KEY=${keys.revoked}
export GATECHECK_IMAGE_URL=${imageUrl}
export GATECHECK_FAILING_PROMPT='${failingPrompt}'
# Then, for example:
#   curl -H "Authorization: Bearer $GATECHECK_KEY" $GATECHECK_BASE_URL/models
#   npx gatecheck run --poll-interval 20ms
`
}
