const OURS = /^GATECHECK_/i

type Given = { baseUrl: string; key: string; imageUrl?: string }

/** The caller's own, but for what is ours: a client is given a base URL and a key, and nothing that would give it away. */
export function environmentFor(
  { baseUrl, key, imageUrl }: Given,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const others = Object.entries(environment).filter(
    (each): each is [string, string] => each[1] !== undefined && !OURS.test(each[0]),
  )
  return {
    ...Object.fromEntries(others),
    GATECHECK_BASE_URL: baseUrl,
    GATECHECK_KEY: key,
    ...(imageUrl !== undefined && { GATECHECK_IMAGE_URL: imageUrl }),
  }
}
