import { FIELDS, type FieldName, RESOLUTIONS } from './words.ts'

export const usableImage = () => IMAGE

const IMAGE = 'https://images.example.com/boat.png'
const PLAIN = { model: 'aurora', prompt: 'A paper boat.' }

/** The first and last address of each private network, and their neighbours. */
const HOSTS = [
  ...['0.0.0.0', '0.255.255.255', '1.0.0.0', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ...['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0', '0x7f.1', '2130706433'],
  ...['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ...['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ...['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0', '8.8.8.8'],
  ...['[::]', '[::1]', '[::2]', '[fbff::]', '[fc00::]', '[fdff::]', '[fe00::]', '[fe7f::]', '[fe80::]', '[febf::]'],
  ...['[fec0::]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[2001:db8::1]'],
  ...[
    'localhost',
    'a.localhost',
    'localhost.',
    'notlocalhost',
    'x.local',
    'x.local.',
    'local',
    'x.internal',
    'internal',
  ],
]

function addresses(): string[] {
  const spellings = [
    IMAGE,
    'HTTPS://images.example.com/other.png',
    'https://images.example.com/other.png',
    'http://images.example.com/boat.png',
    ' https://images.example.com/other.png',
    'https:/images.example.com/other.png',
    'https:images.example.com',
    'ht\ttps://images.example.com/',
    'https:///images.example.com',
    'https://images.example.com/a b',
    'https://images.example.com/%zz',
    'https://images.example.com/%20',
    'https://images.example.com:99999/',
    'https://user:word@images.example.com/',
    'https://пример.example/',
    'https://',
    'https://?x',
    '//images.example.com/boat.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'boat.png',
  ]
  return [...spellings, ...HOSTS.map((host) => `https://${host}/boat.png`)]
}

const OF_ANY_TYPE = [undefined, null, true, false, 0, 5, '', '5', [], {}]

const aroundEnds = ({ least, most }: { least: number; most: number }) =>
  [least, most].flatMap((end) => [
    -end,
    end - 1,
    end - 0.5,
    end - 0.001,
    end,
    end + 0.001,
    end + 0.5,
    end + 1,
    end * 10,
  ])

const VALUES: Record<FieldName, readonly unknown[]> = {
  model: ['aurora', 'AURORA', ' aurora ', 'auror', 'Nimbus-2', 'nimbus-2', 'nebula'],
  prompt: [
    ' ',
    '\n\t',
    '\u200b',
    '\u2800',
    '\u0000',
    'a\u0007b',
    'a\r\nb',
    '\ud83d',
    '\ufffe',
    '🎬',
    'שלום',
    ...[999, 1000, 1001].map((length) => 'x'.repeat(length)),
  ],
  image_url: addresses(),
  resolution: [...RESOLUTIONS.flatMap((word) => [word, word.toUpperCase(), ` ${word}\u001c`, `${word}x`]), '480', '8k'],
  duration: aroundEnds(FIELDS.duration),
  fps: aroundEnds(FIELDS.fps),
  ratio: [
    ...['16:9', '9:16', '1:1', '1:4', '4:1', '1:5', '5:1', '4001:1000', '1000:4001', '1920:1080'],
    ...['016:09', '16.0:9', '+16:9', ' 16:9', '16 : 9', '1e1:1', '.5:1', '16:9\u0085'],
    ...['0:9', '16:0', '-16:9', '16:-9', '0.0:1'],
    ...['16x9', '16/9', '16', ':9', '16:', '16:9:1', 'a:b', 'NaN:1', '٣:٤', `${'9'.repeat(400)}:1`],
  ],
  bit_depth: [8, 10, 9, 8.5, 12, -8],
}

/** A failed must, a failed should, open points, and values accepted by should clauses only. */
const WEIGHTS = [
  { duration: 0 },
  { fps: '24' },
  { ratio: '016:09' },
  { ratio: '9:16' },
  { resolution: '4k' },
  { prompt: undefined, image_url: 'http://images.example.com/' },
  { prompt: undefined, image_url: 5 },
]

/** Each field with values at and next to every limit, and pairs with different levels. */
export function bodiesOnTheTable(): unknown[] {
  const single = (Object.keys(FIELDS) as FieldName[]).flatMap((field) =>
    [...OF_ANY_TYPE, ...VALUES[field]].map((value) => ({ ...PLAIN, [field]: value })),
  )
  const images = [undefined, null, '', 5].flatMap((prompt) =>
    [...OF_ANY_TYPE, ...VALUES.image_url].map((image_url) => ({ model: PLAIN.model, prompt, image_url })),
  )
  const without = [{ prompt: PLAIN.prompt }, { model: PLAIN.model }, {}, { ...PLAIN, note: 'x' }]
  const pairs = WEIGHTS.flatMap((one) => WEIGHTS.map((other) => ({ ...PLAIN, ...one, ...other })))
  return [...single, ...images, ...without, ...pairs, null, true, 5, 'a text', [], [PLAIN]]
}

/** Texts that parsers read differently. */
export function textsOnTheTable(): string[] {
  const plain = JSON.stringify(PLAIN)
  const beginning = (member: string) => plain.replace('{', `{${member},`)
  const values: Record<FieldName, string> = {
    model: '"x"',
    prompt: '""',
    image_url: '"x"',
    resolution: '"x"',
    duration: '0',
    fps: '0',
    ratio: '"x"',
    bit_depth: '9',
  }
  const twice = Object.entries(values).map(([name, value]) => beginning(`"${name}":${value},"${name}":${value}`))
  const numbers = ['5.0', '5e0', '50e-1', '24.00000000000000000001', '1e400', '-0', '60.0000000000000000000001']
  return [
    ...[
      '',
      ' ',
      '{',
      'null',
      '[]',
      '"x"',
      '5',
      '{}',
      plain,
      `\ufeff${plain}`,
      '\ufeff',
      `${plain}x`,
      "{'model':'aurora'}",
    ],
    ...twice,
    ...numbers.flatMap((number) => [beginning(`"duration":${number}`), beginning(`"fps":${number}`)]),
    beginning('"\\u0070rompt":"twice, once escaped"'),
    beginning('"note":1'),
  ]
}
