import { describe, expect, it } from 'vitest'
import { judgeBody } from '../oracle.ts'
import { inWords } from './in-words-for-tests.ts'

const good = 'https://images.example.org/lighthouse.png'
const context = { aliases: ['film-1'], images: [good, 'https://127.0.0.1:8443/a.png', 'http://127.0.0.1/a.png'] }
const judgedWith = (fields: object) => inWords(judgeBody({ model: 'film-1', ...fields }, context))
const judged = (image_url: unknown) => judgedWith({ image_url })

const noHttps = 'refuse (must, or the job fails): submission.image-is-public-https'
const noPublicHost = 'refuse (should, or the job fails): submission.image-host-public'

describe('an image alone', () => {
  it('that is known to work is accepted on any host', () => {
    expect(judged(good)).toContain('submission.image-accepted')
    expect(judged(good)).toContain('accept (must)')
    expect(judged('https://127.0.0.1:8443/a.png')).toContain('accept (must)')
  })

  it.each([
    '',
    'x',
    '//images.example.org/a.png',
    'http://images.example.org/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://',
    'https://:443/',
    'https://exa mple.org/a.png',
    'https://[::1/a.png',
    `\u00A0${good}`,
  ])('%j is not an https URL with a host', (image) => {
    expect(judged(image)).toBe(noHttps)
  })

  it.each([
    ` ${good}`,
    'https:images.example.org',
    'https:\\\\images.example.org\\a.png',
    'ht\ntps://images.example.org/',
    'https://images.example.org/ü.png',
    'https://bücher.example/a.png',
    'https://127.0.0.1\\@images.example.org/',
  ])('%j only a lenient parser reads', (image) => {
    expect(judged(image)).toBe('open: image.lenient-spelling')
  })

  it.each([
    'https://127.0.0.1/a.png',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://10.255.255.255/',
    'https://172.31.255.255/',
    'https://192.168.1.1:8443/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[febf::1]/',
    'https://[fdff::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://LOCALHOST:3000/',
    'https://a.localhost/',
    'https://metadata.google.internal/',
    'https://u:p@localhost/',
  ])('%j is not a public host', (image) => {
    expect(judged(image)).toBe(noPublicHost)
  })

  it.each([
    'https://images.example.org/other.png',
    'https://u:p@images.example.org:8443/a?b#c',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://[::ffff:808:808]/',
    'https://localhost.example.org/',
  ])('%j may or may not be there', (image) => {
    expect(judged(image)).toBe('open: image.unreachable')
  })

  it('that may be accepted and fail later leaves other refusals as strict', () => {
    expect(judgedWith({ image_url: 'http://a/', fps: 0 })).toBe(
      'refuse (must): submission.image-is-public-https, submission.fps-in-range',
    )
  })
})
