import { askedOf } from './asked.ts'
import { judgeBody, judgeBodyText, type Opinion, type OracleContext } from './oracle.ts'
import { bodiesOnTheTable, textsOnTheTable, usableImage } from './table-of-bodies.ts'

/** The oracle's verdicts on a fixed table of bodies, and what a video of each has to be. */
export function opinionsOnTheTable(): string[] {
  return [
    ...bodiesOnTheTable().map(
      (body) => `${JSON.stringify(body)} ${gist(judgeBody(body, CONTEXT))} ${JSON.stringify(askedOf(body))}`,
    ),
    ...textsOnTheTable().map((text) => `${JSON.stringify(text)} ${gist(judgeBodyText(text, CONTEXT))}`),
  ]
}

const CONTEXT: OracleContext = { aliases: ['aurora', 'Nimbus-2'], images: [usableImage()] }

/** Without the prose. */
function gist({ verdict, level, orJobFails, reasons }: Opinion): string {
  const told = reasons.map((each) => [each.verdict, each.level, each.by, each.field, each.orJobFails])
  return JSON.stringify([verdict, level, orJobFails, told])
}
