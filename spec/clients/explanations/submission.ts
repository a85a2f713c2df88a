import type { ClientExplanation } from '../clause.ts'

export const submission = {
  'client.submits-a-json-object': {
    judged:
      'The body of each submission is read as JSON; a form, a list, a bare word or nothing at all breaks this one.',
    harm: 'A refusal each time. Where the server is forgiving, what it made of the form may not be what was meant.',
    remedy:
      'Let the library write JSON and label it, instead of handing it a form or a dictionary that it sends as one.',
    code: {
      typescript: "body: JSON.stringify({ model, prompt }), headers: { 'Content-Type': 'application/json' }",
      python: 'requests.post(url, json={"model": model, "prompt": prompt})  # json=, not data=',
      curl: 'curl --json \'{"model":"swift","prompt":"A gate"}\' "$BASE/videos"',
    },
  },
  'client.submits-a-listed-model': {
    judged:
      'The model of each submission is compared with what GET /models was seen to list, or with what is known to be listed. Where no list was seen, only a missing model counts; so does a model that was refused.',
    harm: 'No job is made. Aliases come and go, so that a client with a name written into it stops working one day.',
    remedy:
      'Read GET /models when the program starts, and choose among what it lists, or at least check the configured alias against it.',
    code: {
      typescript: "if (!aliases.includes(model)) throw new Error('no such model; there are ' + aliases.join(', '))",
      python: 'if model not in aliases: raise SystemExit(f"no such model: {model}; there are {aliases}")',
      curl: 'curl -H "Authorization: Bearer $KEY" "$BASE/models"',
    },
  },
  'client.submits-a-prompt-or-an-image': {
    judged:
      'A submission with an empty prompt and no image, or with neither, breaks it. Blank prompts and both together are open, and not judged.',
    harm: 'It is answered invalid_request, and costs a round trip and the patience of whoever waits.',
    remedy: 'Check what the user typed before it is sent, and name the field that is missing in your own words.',
    code: {
      typescript: "if (prompt === '' && !imageUrl) throw new Error('say what to film, or give an image')",
      python: 'if not prompt and not image_url: raise ValueError("say what to film, or give an image")',
      go: 'if prompt == "" && imageURL == "" { return errors.New("say what to film, or give an image") }',
    },
  },
  'client.submits-an-https-image': {
    judged:
      'The image_url of a submission without a prompt is read as a URL: another scheme than https, or no host, breaks this one.',
    harm: 'The submission is refused, or the job is taken on and fails some time later.',
    remedy:
      'Put the image where https leads to it first; a path, a data URL or plain http is none of what can be fetched.',
    code: {
      typescript: "if (new URL(image).protocol !== 'https:') throw new Error('the image needs an https address')",
      python: 'if urlsplit(image).scheme != "https": raise ValueError("the image needs an https address")',
      go: 'if u, err := url.Parse(image); err != nil || u.Scheme != "https" { return errNoHTTPS }',
    },
  },
  'client.submits-values-in-range': {
    judged:
      'Resolution, duration, fps, ratio and bit depth of each submission are compared with the ranges and lists. What the specification leaves open, such as 4K in capitals, is not judged.',
    harm: 'Nothing is made of it. A value that was computed, such as a length of 60.5 seconds, fails for some users and not for others.',
    remedy: 'Bound what users may choose by the table of the specification, and round what is computed into it.',
    code: {
      typescript: 'const duration = Math.min(60, Math.max(1, wanted))',
      python: 'duration = min(60, max(1, wanted))',
      go: 'duration := min(60, max(1, wanted))',
    },
  },
  'client.submits-the-types-of-the-table': {
    judged:
      'Numbers written as text, text written as numbers, and lists or flags in their place break it, whatever value they stand for.',
    harm: 'Strict servers refuse them and forgiving ones do not, so that a client works until the server is replaced.',
    remedy: 'Turn what comes from forms, environments and command lines into numbers before it is put into the body.',
    code: {
      typescript: 'JSON.stringify({ ...body, duration: Number(form.duration) })',
      python: 'body["duration"] = float(args.duration)',
      go: 'Duration float64 `json:"duration,omitempty"`',
    },
  },
  'client.submits-a-public-image': {
    judged:
      'The host of an image that stands alone is compared with names and networks that lead nowhere from outside: localhost, 10.x, 192.168.x and their like.',
    harm: 'The server cannot fetch the image, and refuses the job or lets it fail; it works only where both run on one machine.',
    remedy: 'Upload the image to where anyone can read it, for as long as the job takes, and submit that address.',
    code: {
      typescript: 'const image_url = await bucket.signedUrl(name, { minutes: 30 })',
      python: 'image_url = bucket.generate_presigned_url("get_object", Params=place, ExpiresIn=1800)',
      curl: 'curl --fail --head "$IMAGE_URL"   # from another machine than yours',
    },
  },
} as const satisfies Record<string, ClientExplanation>
