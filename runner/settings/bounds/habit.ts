import type { Bound } from './bound.ts'

/** Of how a server behaves, as a baseline keeps it, and of what the files of clients rely on. */
export const HABIT_BOUNDS = {
  habitLevels: {
    most: 8,
    unit: 'levels',
    reason: 'What the interface speaks of is nested some five levels deep.',
    beyond: 'Nothing is noticed of it.',
    heldBy: 'drift/habits/shapes.test.ts',
  },
  habitPlaces: {
    most: 300,
    unit: 'pieces',
    reason: 'Of one answer: a server may answer with as many fields as it likes.',
    beyond: 'Nothing is noticed of them.',
    heldBy: 'drift/habits/shapes.test.ts',
  },
  habitNameCharacters: {
    most: 80,
    unit: 'characters',
    reason: 'The name of a field, as it stands in a place.',
    beyond: 'Its beginning stands for it.',
    heldBy: 'drift/habits/shapes.test.ts',
  },
  habitWords: {
    most: 8,
    unit: 'pieces',
    reason: 'That a text at one place was seen to be: nobody lists more.',
    beyond: 'They count as ever new ones, and none is told.',
    heldBy: 'drift/habits/values.test.ts',
  },
  habitAliases: {
    most: 200,
    unit: 'pieces',
    reason: 'Of the list of models, each of which is a habit of its own.',
    beyond: 'Whether they are listed is not noticed.',
    heldBy: 'drift/habits/answers.test.ts',
  },
  habitEvidence: {
    most: 5,
    unit: 'pieces',
    reason: 'Exchanges that show the same habit.',
    beyond: 'They are counted.',
    heldBy: 'drift/habits/habit.test.ts',
  },
  serversOfAHar: {
    most: 500,
    unit: 'pieces',
    reason: 'In the recording of the tests of a client, each of which may start a server of its own.',
    beyond: 'What was asked of them is left out, and that is said.',
    heldBy: 'drift/relied-on/relied-on.test.ts',
  },
} as const satisfies Record<string, Bound>
