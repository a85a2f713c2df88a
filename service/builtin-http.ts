/** Not an import: importing all exports would load the WebSocket client, too. */
export const { STATUS_CODES, createServer } = process.getBuiltinModule('node:http')
