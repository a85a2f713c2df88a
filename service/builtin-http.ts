/** Asked for by name: an import would list all that it exports, and load a browser's WebSocket for it. */
export const { STATUS_CODES, createServer } = process.getBuiltinModule('node:http')
