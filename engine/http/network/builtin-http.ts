/** Not imported: an import evaluates all exports and so loads WebSocket, which takes 1/15 of the start time. */
export const http = process.getBuiltinModule('node:http')
