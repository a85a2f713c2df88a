import { type AddressInfo, connect, createServer } from 'node:net'

/** A minimal proxy of Node sockets: one target connection for each client connection. */
const target = new URL(process.env.BENCH_TARGET!)
const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const upstream = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true, noDelay: true })
  client.pipe(upstream).pipe(client)
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const)
    one.on('error', () => other.destroy())
})
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ baseUrl: `http://127.0.0.1:${port}/v1`, key: 'cl_none' })
})
