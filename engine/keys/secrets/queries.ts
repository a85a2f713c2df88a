/** The separator before a parameter, its name and `=`; separator and `=` plain or percent-encoded any number of times. */
const HEAD =
  /(^|[?&#;]|%(?:25)*(?:3f|26|23|3b))(?:amp;)?((?:(?!%(?:25)*(?:3d|26|3f|23))[^=&?#;/\s"'<>\\]){1,100})(=|%(?:25)*3d)/gi

const VALUES = {
  /** The text is one URL. */
  whole: /[^&#\s]*/y,
  form: /[^&\r\n]*/y,
  text: /[^&#\s"'<>\\]*/y,
  encoded: /(?:(?!%(?:25)*(?:26|23))[^&#\s"'<>\\])*/iy,
  path: /[^;?/&#\s"'<>\\]*/y,
}

const PASSWORD = /(\/\/[^/?#\s"'<>@:\\]{0,200}:)([^/?#\s"'<>@\\]{1,200})(?=@)/g

export type Parameter = { name: string; value: string }

type How = {
  /** The text starts with a parameter name. */
  isForm: boolean
  instead: (parameter: Parameter) => string
}

/** Replaces values of query parameters, and passwords before a host, in all URLs of a text. */
export function withParameters(text: string, { isForm, instead }: How): string {
  const withPasswords = text.includes('@')
    ? text.replace(PASSWORD, (_, before: string, value: string) => before + instead({ name: 'password', value }))
    : text
  return withPasswords.includes('=') || /%3d/i.test(withPasswords)
    ? inQueries(withPasswords, { isForm, instead })
    : withPasswords
}

function inQueries(text: string, { isForm, instead }: How): string {
  const around = isForm ? 'form' : /^(?:https?:\/)?\/\S*$/i.test(text) ? 'whole' : 'text'
  let written = ''
  let done = 0
  for (const { 0: found, 1: opener, 2: name, index } of text.matchAll(HEAD)) {
    const from = index + found.length
    // Skip separators inside a replaced value.
    if (index < done || (opener === '' && !isForm)) continue
    const reading = VALUES[kindBehind(opener!, around)]
    reading.lastIndex = from
    const value = reading.exec(text)?.[0] ?? ''
    const other = instead({ name: decoded(name!), value })
    if (other === value) continue
    written += text.slice(done, from) + other
    done = from + value.length
  }
  return written + text.slice(done)
}

function kindBehind(opener: string, around: 'form' | 'whole' | 'text'): keyof typeof VALUES {
  if (opener.startsWith('%')) return 'encoded'
  return opener === ';' ? 'path' : around
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
