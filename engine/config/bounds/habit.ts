import type { Bound } from './bound.ts'

/** Of how a server behaves, as a baseline keeps it, and of what the files of clients rely on. */
export const HABIT_BOUNDS = {
  habitLevels: {
    most: 8,
    unit: 'levels',
    reason: 'Depth to which responses are compared; the interface uses about 5 levels.',
    beyond: 'Deeper levels are not compared.',
    heldBy: 'tools/drift/habits/shapes.test.ts',
  },
  habitPlaces: {
    most: 300,
    unit: 'pieces',
    reason: 'Fields of one response.',
    beyond: 'They are not compared.',
    heldBy: 'tools/drift/habits/shapes.test.ts',
  },
  habitNameCharacters: {
    most: 80,
    unit: 'characters',
    reason: 'Name of a field.',
    beyond: 'The name is truncated.',
    heldBy: 'tools/drift/habits/shapes.test.ts',
  },
  habitWords: {
    most: 8,
    unit: 'pieces',
    reason: 'Words that a field takes, such as statuses.',
    beyond: 'The field counts as free text.',
    heldBy: 'tools/drift/habits/values.test.ts',
  },
  habitAliases: {
    most: 200,
    unit: 'pieces',
    reason: 'Listed models, compared one by one.',
    beyond: 'They are not compared.',
    heldBy: 'tools/drift/habits/answers.test.ts',
  },
  habitEvidence: {
    most: 5,
    unit: 'pieces',
    reason: 'Exchanges that show the same behaviour.',
    beyond: 'They are counted.',
    heldBy: 'tools/drift/habits/habit.test.ts',
  },
  serversOfAHar: {
    most: 500,
    unit: 'pieces',
    reason: "Servers in a HAR file of a client's tests, which may start one per test.",
    beyond: 'Requests to further servers are left out, and the report says so.',
    heldBy: 'tools/drift/relied-on/relied-on.test.ts',
  },
} as const satisfies Record<string, Bound>
