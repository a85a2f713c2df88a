import { type Bound, KIBIBYTE, MEBIBYTE } from './bound.ts'

/** Of what stands in a file, which anybody may have made. */
export const MEDIA_BOUNDS = {
  pieceBytes: {
    most: 8 * MEBIBYTE,
    unit: 'bytes',
    reason: 'One read of a file; the index of a 60 s video takes a few hundred kB.',
    beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
  },
  readBytes: {
    most: 48 * MEBIBYTE,
    unit: 'bytes',
    reason: 'All reads of one file.',
    beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
  },
  reads: {
    most: 1000,
    unit: 'times',
    reason: 'Number of reads of one file; a file with a fragment per picture takes hundreds.',
    beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
  },
  boxes: {
    most: 80_000,
    unit: 'pieces',
    reason: 'Boxes of an MP4 file; 60 s in 120 fragments a second have about 10 each.',
    beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
  },
  elements: {
    most: 100_000,
    unit: 'pieces',
    reason: 'Elements of a Matroska file; 1 or 2 per picture.',
    beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
  },
  samples: {
    most: 1_000_000,
    unit: 'pieces',
    reason: 'Samples of a track; 60 s at 120 fps have 7,200.',
    beyond: 'Properties that need the samples are unknown.',
  },
  indexBytesAhead: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Read-ahead of the index or of the next fragment of an MP4 file.',
    beyond: 'The rest is read on demand.',
  },
  endBytesAhead: {
    most: 128 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Read-ahead after the media data of an MP4 file, usually the index.',
    beyond: 'The rest is read on demand.',
  },
  bytesAhead: {
    most: 512 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Read-ahead while a file is scanned, which saves requests.',
    beyond: 'The rest is read on demand.',
  },
  tracks: {
    most: 64,
    unit: 'pieces',
    reason: 'Tracks of a file: one video, one audio, some subtitle tracks.',
    beyond: 'They are ignored.',
  },
  edits: {
    most: 64,
    unit: 'pieces',
    reason: 'Entries of an MP4 edit list; usually 1 or 2.',
    beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
  },
  sampleEntries: {
    most: 16,
    unit: 'pieces',
    reason: 'Sample descriptions of a track; usually 1.',
    beyond: 'They are ignored.',
  },
  partsBeforePictures: {
    most: 1000,
    unit: 'pieces',
    reason: 'Elements before the first cluster of a Matroska file; usually about 5.',
    beyond: 'No picture is found, and clauses that need one are inconclusive.',
  },
  placesListed: {
    most: 64,
    unit: 'pieces',
    reason: 'Entries of a Matroska seek head.',
    beyond: 'The elements are found by a scan, or not at all.',
  },
  clustersToTheEnd: {
    most: 64,
    unit: 'pieces',
    reason: 'Clusters after the last one in the cues of a large Matroska file; usually 0.',
    beyond: 'Duration and frame rate are unknown.',
  },
  picturesAtAnEnd: {
    most: 64,
    unit: 'pieces',
    reason: 'Pictures at each end of a large Matroska file from which the frame rate is computed.',
    beyond: 'They are ignored.',
  },
  unitsOfAPicture: {
    most: 32,
    unit: 'pieces',
    reason: 'Units of one picture; the first ones have the parameters.',
    beyond: 'They are ignored.',
  },
  pictureMs: {
    most: 5000,
    unit: 'ms',
    reason: 'Time to extract a picture; a few crafted bytes can make a decoder count to billions.',
    beyond: 'No picture is extracted, and no clause is judged by one.',
  },
  pictureMemory: {
    most: 128 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Memory of the thread that extracts a picture.',
    beyond: 'No picture is extracted, and no clause is judged by one.',
  },
  pictureBytes: {
    most: 4 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Encoded first picture of a video.',
    beyond: 'No picture is extracted, and no clause is judged by one.',
  },
  stillCharacters: {
    most: 16_000,
    unit: 'characters',
    reason: 'One preview picture in history and report.',
    beyond: 'The preview is left out.',
  },
} as const satisfies Record<string, Bound>
