/** Quotes for a POSIX shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The key is in the environment, so that it is not in the shell history. */
export const submissionAsCurl = (baseUrl, order) =>
  [
    `curl -sS ${quoted(`${baseUrl}/videos`)} \\`,
    `  -H "Authorization: Bearer $GATECHECK_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(order))}`,
  ].join('\n')

export const pollAsCurl = (baseUrl, id) =>
  `curl -sS ${quoted(`${baseUrl}/videos/${encodeURIComponent(id)}`)} -H "Authorization: Bearer $GATECHECK_KEY"`
