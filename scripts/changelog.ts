/** The changelog with a date instead of "(unreleased)" at its newest version. */
export function dated(changelog: string, version: string, date: string): string {
  const heading = /^## .*unreleased.*$/im
  if (!heading.test(changelog)) throw new Error('CHANGELOG.md has no unreleased section: nothing to release.')
  return changelog.replace(heading, `## ${version} (${date})`)
}

/** The section of a version, without its heading. */
export function sectionOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return `${section.slice(section.indexOf('\n')).trim()}\n`
}
