import { type Bound, KIBIBYTE, MEBIBYTE } from './bound.ts'

/** Of what stands in a file, which anybody may have made. */
export const MEDIA_BOUNDS = {
  pieceBytes: {
    most: 8 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Of a file at once: the largest index of a minute of video is some hundred kilobytes.',
    beyond: 'The file cannot be read, and what needs it is inconclusive.',
  },
  readBytes: {
    most: 48 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Of one file in all, to know what is in it.',
    beyond: 'The file cannot be read, and what needs it is inconclusive.',
    heldBy: 'runner/media/hostile.test.ts',
  },
  reads: {
    most: 1000,
    unit: 'times',
    reason: 'Of one file: who writes a fragment for each picture makes hundreds.',
    beyond: 'The file cannot be read, and what needs it is inconclusive.',
  },
  boxes: {
    most: 80_000,
    unit: 'pieces',
    reason: 'Of an MP4 file: 60 seconds of 120 fragments have some ten for each.',
    beyond: 'The file cannot be read, and what needs it is inconclusive.',
    heldBy: 'runner/media/hostile.test.ts',
  },
  elements: {
    most: 100_000,
    unit: 'pieces',
    reason: 'Of a Matroska file: each picture is one or two.',
    beyond: 'The file cannot be read, and what needs it is inconclusive.',
  },
  samples: {
    most: 1_000_000,
    unit: 'pieces',
    reason: 'Of one track: 60 seconds of 120 pictures are 7200.',
    beyond: 'What the samples would tell is not known.',
  },
  indexBytesAhead: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Of the index of an MP4 file, or of the next fragment, in one piece: most of it is needed.',
    beyond: 'It is read when it is asked for.',
  },
  endBytesAhead: {
    most: 128 * KIBIBYTE,
    unit: 'bytes',
    reason: 'What lies behind the pictures of an MP4 file is read in one piece: mostly that is its index.',
    beyond: 'It is read when it is asked for.',
  },
  bytesAhead: {
    most: 512 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Where a file is gone through in small steps, ever more comes at a time, so that it takes fewer requests.',
    beyond: 'It is read when it is asked for.',
  },
  tracks: {
    most: 64,
    unit: 'pieces',
    reason: 'A video has a track of pictures, one of sound, and some of subtitles.',
    beyond: 'They are not looked at.',
  },
  edits: {
    most: 64,
    unit: 'pieces',
    reason: 'What an MP4 file says of when which part of it is shown: mostly one, or two.',
    beyond: 'The file cannot be read, and what needs it is inconclusive.',
  },
  sampleEntries: {
    most: 16,
    unit: 'pieces',
    reason: 'How the pictures of one track may be coded: a track has one, and seldom a second.',
    beyond: 'They are not looked at.',
  },
  partsBeforePictures: {
    most: 1000,
    unit: 'pieces',
    reason: 'Of a Matroska file, what lies before its first cluster: some five parts, and padding.',
    beyond: 'The file has no picture that is found, and what needs one is inconclusive.',
  },
  placesListed: {
    most: 64,
    unit: 'pieces',
    reason: 'A Matroska file says at its beginning where its few parts stand.',
    beyond: 'Those parts are found by going through the file, or not at all.',
  },
  clustersToTheEnd: {
    most: 64,
    unit: 'pieces',
    reason:
      'From the last cluster that the index of a large Matroska file names to its last one: mostly they are the same.',
    beyond: 'How long the video is, and how fast, is not known.',
  },
  picturesAtAnEnd: {
    most: 64,
    unit: 'pieces',
    reason: 'Of a large Matroska file, those at its beginning and at its end tell how fast all follow one another.',
    beyond: 'They are not looked at.',
  },
  unitsOfAPicture: {
    most: 32,
    unit: 'pieces',
    reason: 'A picture begins with its parameters, and the slices behind them say the same of it.',
    beyond: 'They are not looked at.',
  },
  pictureMs: {
    most: 5000,
    unit: 'ms',
    reason:
      'Without a word from whoever takes a file apart to find one picture in it, which a few bytes can make count to billions.',
    beyond: 'There is no picture, and nothing is judged by it.',
    heldBy: 'runner/media/first-picture.alone.test.ts',
  },
  pictureMemory: {
    most: 128 * MEBIBYTE,
    unit: 'bytes',
    reason: 'For that, in a thread of its own.',
    beyond: 'There is no picture, and nothing is judged by it.',
    heldBy: 'runner/media/first-picture.alone.test.ts',
  },
  pictureBytes: {
    most: 4 * MEBIBYTE,
    unit: 'bytes',
    reason: 'The first picture of a video, as it is coded: one is seldom more.',
    beyond: 'There is no picture, and nothing is judged by it.',
  },
  pictureBytesBesides: {
    most: 512 * KIBIBYTE,
    unit: 'bytes',
    reason: 'For it, of a file of which that much has not come: a picture is worth one request more.',
    beyond: 'There is no picture, and nothing is judged by it.',
  },
  stills: {
    most: 16,
    unit: 'pieces',
    reason: 'Small pictures of videos in one report, for people to see.',
    beyond: 'The other videos are told without one.',
    heldBy: 'runner/driving/pictures.test.ts',
  },
  stillCharacters: {
    most: 16_000,
    unit: 'characters',
    reason: 'One of them, as it stands in a history and a report.',
    beyond: 'It is left out.',
  },
} as const satisfies Record<string, Bound>
