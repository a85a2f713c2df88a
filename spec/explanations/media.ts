import type { Explanation } from '../clause.ts'
import type { media as clauses } from '../clauses/media.ts'

export const media: Record<(typeof clauses)[number]['id'], Explanation> = {
  'media.url-leads-to-a-video': {
    checked:
      'The url is fetched by plain GETs: the beginning, then the ranges that a player asks for, and in larger profiles ' +
      'later as a whole. What comes has to be a video with its index and all of its pictures; what cannot be read here ' +
      'gives no verdict.',
    violation:
      'A job is shown as succeeded, but its url leads to an HTML page, a 403 with XML, a JSON error or a file that ' +
      'breaks off in the middle.',
    cause:
      'Links are sometimes handed out before the upload has finished, point to a preview page, or are signed for ' +
      'another method or host than clients will use.',
    remedy:
      'Verify the stored object, its size and its type, before the job becomes succeeded, and try the very link that ' +
      'you hand out.',
  },
  'media.resolution': {
    checked:
      'Width and height are read from the stream itself, cropping and turning applied, and compared with the class in ' +
      'the body. A class is met by its lines, its shorter side, its area or its usual frame, within 16 pixels; 2k and ' +
      '4k also by the sizes that cinemas give these names.',
    violation:
      'A job submitted with resolution 1080p delivers a file of 1280 by 720, or one without a resolution comes as ' +
      '1080p.',
    cause:
      'The upscaling step may have been skipped or have failed silently, or a model always renders in its native ' +
      'size and nobody scales the result.',
    remedy:
      'Read the size of the finished file before publishing it, and repeat or fail the job when it is not in the ' +
      'class that was asked for.',
  },
  'media.duration': {
    checked:
      'The lengths of all pictures are added up from the index of the file, edits applied, and compared with the ' +
      'duration in the body; three pictures or 0.15 seconds either way are no difference. What headers say is shown ' +
      'beside it, and does not count.',
    violation:
      'A job that asked for 10 seconds delivers a file of 5, or one that named no duration delivers 4 seconds.',
    cause:
      'Models that generate clips of fixed length are often used without joining or trimming, or the parameter is ' +
      'dropped on its way to the renderer.',
    remedy:
      'Pass the duration on to the renderer, join or trim clips to it, and measure the result before the job is ' +
      'called succeeded.',
  },
  'media.fps': {
    checked:
      'The number of pictures over the time that they are shown has to be the fps of the body within 1 %. A file whose ' +
      'pictures keep no steady rate, and most of which keep the right one, gives no verdict.',
    violation: 'A job with fps 60 leads to a file with 24 frames a second, or a body without fps to one with 30.',
    cause:
      'An encoder that keeps the rate of its input, or a default of the rendering tool, often wins over the ' +
      'parameter of the job.',
    remedy:
      'Set the output rate explicitly in the last encoding step, interpolate or drop frames as needed, and read the ' +
      'rate back from the file.',
  },
  'media.ratio': {
    checked:
      'Width against height as a player shows them, with the shape of the pixels and the turn that the file asks for, is ' +
      'compared with the ratio in the body; each side may be 16 pixels off.',
    violation: 'A job with ratio 9:16 delivers a wide file, or 1:1 comes back as a frame of 16:9 with black bars.',
    cause:
      'Width and height may be swapped on the way to the renderer, or a model supports wide frames only and the ' +
      'ratio is ignored.',
    remedy:
      'Compute width and height from ratio and resolution once, hand both to every later step, and compare them with ' +
      'the finished file.',
  },
  'media.bit-depth': {
    checked:
      'The bit depth stands in the sequence header of the stream; it is compared with the body, or with 10 at 1080p and ' +
      '4k where none was asked for. Without a stated default it is only noted.',
    violation: 'A 4k job without bit_depth delivers an 8-bit stream, or a job that asked for 8 delivers 10.',
    cause:
      'Encoders usually produce 8 bits unless a pixel format is named, and a final transcoding step for the web may ' +
      'reduce the depth again.',
    remedy:
      "Choose the pixel format of the last encoding step from the job's bit depth, with the stated default, and look " +
      'it up in the finished file.',
  },
  'media.url-needs-no-key': {
    checked:
      'Every file is asked for without the key at first. Where the server itself refuses that, the same url is tried with ' +
      'the key; if that brings the file, the clause is broken. Another host is never shown the key.',
    violation: 'A plain GET of the url is answered 401 or 403, and only a request with the API key gets the video.',
    cause:
      'The url may point to an internal route of the same server behind the general key check, or to a bucket ' +
      'without a signature in the link.',
    remedy:
      'Hand out a signed, temporary link, or exempt the download route from the key check and protect it by a name ' +
      'that cannot be guessed.',
  },
  'media.jobs-have-their-own-file': {
    checked:
      'The files of the jobs that are looked at are compared by their digests. Larger ones that agree in all parts that ' +
      'were read are fetched as a whole before anything is said.',
    violation:
      'Two jobs with different prompts lead to byte for byte the same file, or their urls name the same object.',
    cause:
      'Names of stored files may be built from something that jobs share, such as the prompt or the second of ' +
      'submission, or a placeholder clip is delivered to all.',
    remedy:
      'Name stored files after the job id, and never deliver a sample or a cached clip as the result of a new job.',
  },
}
