import { main } from './main.ts'
import { tidyOnceLarge } from './memory.ts'

/** Commands that hold only trusted data, and must be fast. */
const OF_OUR_OWN = ['serve', 'selfcheck', 'client']

const words = process.argv.slice(2)
if (!OF_OUR_OWN.includes(words[0] ?? '')) tidyOnceLarge()

// A reader such as "head" may close the pipe early: the command continues to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await main(words, process)
