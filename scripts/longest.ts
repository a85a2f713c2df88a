/** Files of tests that take minutes each, by their paths. */
export const LONGEST =
  /hostile\/(law-alone|after-the-client)\.|cli\/tests\/(full-runs|certificate|thrice)\.|whole-runs\/(announced|scenarios-judged|session)\./
