/** What a file is by its first bytes: a container that is read here, something else in words, or why it is not read. */
export type Kind = { read: 'mp4' | 'matroska' } | { what: string } | { why: string }
