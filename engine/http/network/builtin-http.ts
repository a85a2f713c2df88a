/** Asked for by name: an import would list all that it exports, and load a browser's WebSocket for it, a fifteenth of a start. */
export const http = process.getBuiltinModule('node:http')
