import type { ClauseData } from '../clause.ts'

export const media = [
  {
    id: 'media.url-leads-to-a-video',
    level: 'must',
    section: '§2',
    rule: 'The url of a succeeded job returns a complete video, not an HTML page, an error, JSON or a truncated file.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck downloads the url with plain GETs: the beginning, then the ranges that a player requests, and in ' +
        'larger profiles the whole file. It must be a video with its index and all of its frames. If gatecheck ' +
        'cannot read the format, the clause is inconclusive.',
      violation:
        'A job is succeeded, but its url returns an HTML page, a 403 with XML, a JSON error or a truncated file.',
      cause:
        'Links are returned before the upload has finished, point to a preview page, or are signed for another ' +
        'method or host.',
      remedy:
        'Check the stored object, its size and its type before the job becomes succeeded, and test the exact link ' +
        'that you return.',
    },
  },
  {
    id: 'media.resolution',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested resolution, or 480p if none was requested.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck reads width and height from the video stream, applies cropping and rotation, and compares them ' +
        'with the resolution in the body. Line count, shorter side, area or usual frame size must match within 16 ' +
        'pixels; 2k and 4k may also have their cinema sizes.',
      violation:
        'A job with resolution 1080p delivers a video of 1280x720, or one without a resolution delivers 1080p.',
      cause:
        'The upscaling step was skipped or failed silently, or a model always renders in its native size and the ' +
        'result is not scaled.',
      remedy:
        'Read the size of the finished file before you publish it, and repeat or fail the job if it does not match ' +
        'the requested resolution.',
    },
  },
  {
    id: 'media.duration',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested duration, or 5 seconds if none was requested.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck adds up the durations of all frames from the index of the file, applies edits, and compares the ' +
        'sum with the duration in the body. The tolerance is three frames or 0.15 seconds. gatecheck reports ' +
        'durations in file headers but does not judge them.',
      violation: 'A job with duration 10 delivers a video of 5 seconds, or one without a duration delivers 4 seconds.',
      cause:
        'Models with clips of fixed length are used without joining or trimming, or the parameter is lost on its way ' +
        'to the renderer.',
      remedy:
        'Pass the duration to the renderer, join or trim clips to it, and measure the result before the job becomes ' +
        'succeeded.',
    },
  },
  {
    id: 'media.fps',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested frame rate, or 24 fps if none was requested.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck divides the number of frames by their total duration. The result must be the fps in the body, ' +
        'within 1 %. A variable frame rate with mostly correct frames is inconclusive.',
      violation: 'A job with fps 60 delivers a video with 24 frames per second, or one without fps delivers 30.',
      cause:
        'The encoder keeps the rate of its input, or a default of the rendering tool overrides the parameter of the ' +
        'job.',
      remedy:
        'Set the output rate explicitly in the last encoding step, interpolate or drop frames as needed, and read ' +
        'the rate back from the file.',
    },
  },
  {
    id: 'media.ratio',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested aspect ratio, or 16:9 if none was requested.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck computes width and height as a player shows them, with pixel aspect ratio and rotation applied, ' +
        'and compares them with the ratio in the body. Each side may be 16 pixels off.',
      violation: 'A job with ratio 9:16 delivers a landscape video, or 1:1 delivers a 16:9 frame with black bars.',
      cause:
        'Width and height are swapped on the way to the renderer, or a model supports landscape frames only and the ' +
        'ratio is ignored.',
      remedy:
        'Compute width and height from ratio and resolution once, pass both to every later step, and compare them ' +
        'with the finished file.',
    },
  },
  {
    id: 'media.bit-depth',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested bit depth, or 10 at 1080p and 4k if none was requested.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck reads the bit depth from the sequence header of the stream and compares it with the body, or with ' +
        '10 at 1080p and 4k if the body has none. Other resolutions without a requested depth are an open point.',
      violation: 'A 4k job without bit_depth delivers an 8-bit stream, or a job that asked for 8 delivers 10.',
      cause:
        'Encoders produce 8 bits unless a pixel format is set, and a final transcoding step for the web may reduce ' +
        'the depth again.',
      remedy:
        "Choose the pixel format of the last encoding step from the job's bit depth, including its default, and " +
        'check it in the finished file.',
    },
  },
  {
    id: 'media.url-needs-no-key',
    level: 'should',
    section: '§2',
    rule: 'The url works without the API key.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck first requests every file without the key. If the API server refuses, gatecheck repeats the ' +
        'request with the key. The clause fails if this returns the file. gatecheck never sends the key to another ' +
        'host.',
      violation: 'A plain GET of the url returns 401 or 403, and only a request with the API key returns the video.',
      cause:
        'The url points to a route of the API server behind the key check, or to a bucket without a signature in the ' +
        'link.',
      remedy:
        'Return a signed, temporary link, or exempt the download route from the key check and protect it by an ' +
        'unguessable name.',
    },
  },
  {
    id: 'media.jobs-have-their-own-file',
    level: 'should',
    section: '§1.4',
    rule: 'Different jobs deliver different files.',
    needs: ['video'],
    explanation: {
      checked:
        'gatecheck compares the SHA-256 of the inspected videos. If two larger files are equal in all parts read so ' +
        'far, it downloads them in full to confirm it.',
      violation: 'Two jobs with different prompts deliver identical files, or their urls name the same object.',
      cause:
        'Names of stored files are built from something that jobs share, such as the prompt or the time of ' +
        'submission in whole seconds, or a placeholder is delivered for all.',
      remedy:
        'Name stored files after the job id, and never deliver a sample or a cached clip as the result of a new job.',
    },
  },
] as const satisfies readonly ClauseData[]
