import fastify from 'fastify'

/** A minimal fastify server with the two routes, which stores no jobs. */
const server = fastify()
const id = 'b904411d-7b05-4451-a0ea-fdf1eeebbbb0'
server.post('/v1/videos', async (_, reply) => reply.code(202).send({ id, status: 'queued' }))
server.get('/v1/videos/:id', async () => ({ id, status: 'running', stage: 'generating' }))

process.once('disconnect', () => process.exit())
process.send?.({ baseUrl: `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`, key: 'cl_none' })
