/** For a POSIX shell: nothing in it is read as anything but text. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The key stands in the environment, so that it is in no history of a shell. */
export const submissionAsCurl = (baseUrl, order) =>
  [
    `curl -sS ${quoted(`${baseUrl}/videos`)} \\`,
    `  -H "Authorization: Bearer $GATECHECK_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(order))}`,
  ].join('\n')

export const pollAsCurl = (baseUrl, id) =>
  `curl -sS ${quoted(`${baseUrl}/videos/${encodeURIComponent(id)}`)} -H "Authorization: Bearer $GATECHECK_KEY"`
