const OURS = /^GATECHECK_/i

type Given = { baseUrl: string; key: string; imageUrl?: string }

/** The caller's environment without gatecheck's variables, plus base URL and key: nothing reveals the test. */
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
