import { globSync, readFileSync } from 'node:fs'
import { SyntaxKind } from 'typescript/unstable/ast'
import { createScanner } from 'typescript/unstable/ast/scanner'

export type Expression = { file: string; source: string; flags: string }

/** Product code that may read text of a server, a client, a recording or a user's file. */
const FOLDERS = ['spec', 'service', 'engine', 'suites', 'tools', 'reporters', 'runs', 'cli', 'library']

export const productFiles = (): string[] =>
  globSync(FOLDERS.map((folder) => `${folder}/**/*.ts`)).filter(
    (file) => !/(\.|-for-)tests?\.ts$|\/(tests|whole-runs)\/|(^|\/)node_modules\//.test(file),
  )

/** The regular expression literals of these files. */
export function expressionsIn(files: readonly string[]): Expression[] {
  return files.flatMap((file) => literalsIn(readFileSync(file, 'utf8')).map((each) => ({ file, ...each })))
}

/** Behind these a slash divides. */
const VALUES: readonly SyntaxKind[] = [
  SyntaxKind.Identifier,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
]

/** Of the keywords, those behind which a value begins; others are names as well. */
const BEFORE_A_VALUE: readonly SyntaxKind[] = [
  SyntaxKind.ReturnKeyword,
  SyntaxKind.CaseKeyword,
  SyntaxKind.ThrowKeyword,
  SyntaxKind.TypeOfKeyword,
  SyntaxKind.InKeyword,
  SyntaxKind.OfKeyword,
  SyntaxKind.ElseKeyword,
  SyntaxKind.AwaitKeyword,
  SyntaxKind.YieldKeyword,
]

const isKeyword = (kind: SyntaxKind) => kind >= SyntaxKind.FirstKeyword && kind <= SyntaxKind.LastKeyword

const isValue = (kind: SyntaxKind) => VALUES.includes(kind) || (isKeyword(kind) && !BEFORE_A_VALUE.includes(kind))

function literalsIn(text: string): Omit<Expression, 'file'>[] {
  return [...tokensOf(text)].flatMap(({ kind, written }) => {
    if (kind !== SyntaxKind.RegularExpressionLiteral) return []
    const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(written)!
    return [{ source: source!, flags: flags! }]
  })
}

export type Token = { kind: SyntaxKind; written: string; from: number; to: number }

/** What a program is made of, expressions and the parts of templates as what they are. */
export function* tokensOf(text: string): Generator<Token> {
  const scanner = createScanner(true, undefined, text)
  /** Of each brace that is open, whether a template goes on behind it. */
  const braces: boolean[] = []
  let before = SyntaxKind.Unknown
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFile; token = scanner.scan()) {
    if ((token === SyntaxKind.SlashToken || token === SyntaxKind.SlashEqualsToken) && !isValue(before))
      token = scanner.reScanSlashToken()
    else if (token === SyntaxKind.OpenBraceToken) braces.push(false)
    else if (token === SyntaxKind.TemplateHead) braces.push(true)
    else if (token === SyntaxKind.CloseBraceToken) {
      const isOfATemplate = braces.at(-1) === true
      if (isOfATemplate) token = scanner.reScanTemplateToken(false)
      if (!isOfATemplate || token === SyntaxKind.TemplateTail) braces.pop()
    }
    const written = scanner.getTokenText()
    const to = scanner.getTokenEnd()
    yield { kind: token, written, from: to - written.length, to }
    // What stands before "!" decides: "x! / 2" divides, and "!/x/.test(y)" does not.
    // A value stands before "of" where it begins one: elsewhere it is a name.
    const isAName: boolean = token === SyntaxKind.OfKeyword && !isValue(before)
    if (token !== SyntaxKind.ExclamationToken || !isValue(before)) before = isAName ? SyntaxKind.Identifier : token
  }
}
