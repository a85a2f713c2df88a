import { judgeBody } from '../../../spec/oracle.ts'
import { withHttpsInside } from './good-inside.ts'

/** Addresses of images that are not public https ones; made from a good one, where there is one. */
export function notHttps(good: string | undefined): string[] {
  // Whoever looks at the rest of the good one only takes it all the same.
  const address = good ?? 'https://images.example.com/boat.png'
  const rest = address.replace(/^https:/i, '')
  return [
    `http:${rest}`,
    `HTTP:${rest}`,
    `https//${rest.replace(/^\/\//, '')}`,
    'an image',
    rest,
    rest.slice(2),
    `ftp:${rest}`,
    'data:image/png;base64,iVBORw0KGgo=',
    'file:///etc/hostname',
    `file:${rest}`,
    '/image.png',
    'https://',
    'https://?image.png',
    `ws:${rest}`,
    `s3:${rest}`,
    `gs:${rest}`,
    `blob:https:${rest}`,
    'javascript:alert(1)',
    `httpsx:${rest}`,
    '',
    ...withHttpsInside(address).filter(isNoPublicHttps),
  ]
}

/** What only a forgiving reader takes for https is left to the server. */
const isNoPublicHttps = (image_url: string) =>
  judgeBody({ model: 'any', image_url }, { aliases: ['any'] }).reasons.some(
    ({ by, verdict }) => verdict === 'refuse' && by === 'submission.image-is-public-https',
  )

const PRIVATE_HOSTS = [
  '127.0.0.1',
  'localhost',
  '10.0.0.1',
  '192.168.1.10:8080',
  '169.254.169.254',
  '172.16.0.1',
  '[::1]:8443',
  '172.31.255.254',
  '127.8.8.8',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '127.0.0.1:3000',
  'localhost.',
  '0.0.0.0',
]

/** Addresses of images on hosts that nobody reaches from outside. */
export const ofPrivateHosts = (): string[] => PRIVATE_HOSTS.map((host) => `https://${host}/image.png`)
