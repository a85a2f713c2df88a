const BLANKS = /^[ \t]+|[ \t]+$/g

/** Blanks around a value are no part of it (RFC 9110 §5.5), and not every parser takes them all off. */
export const withoutBlanks = (value: string) => value.replace(BLANKS, '')
