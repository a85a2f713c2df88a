// Makes a video in as few words as possible, and polls for it four times a second.
const { GATECHECK_BASE_URL: base, GATECHECK_KEY: key } = process.env
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const body = JSON.stringify({ model: 'swift', prompt: 'A lighthouse' })
const { id } = await (await fetch(`${base}/videos?key=${key}`, { method: 'POST', headers, body })).json()
for (let status = 'queued'; status !== 'succeeded'; ) {
  await new Promise((resolve) => setTimeout(resolve, 250))
  status = (await (await fetch(`${base}/videos/${id}`, { headers })).json()).status
}
