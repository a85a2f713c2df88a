import type { ClientClauseData } from '../../clause.ts'

export const submission = [
  {
    id: 'client.submits-a-json-object',
    level: 'must',
    section: '§4',
    rule: 'The body of a submission is a JSON object.',
    explanation: {
      judged:
        'gatecheck parses the body of each submission as JSON. A form, an array, a bare word or an empty body fails ' +
        'this clause.',
      harm: 'The submission is refused. A lenient server may read the form differently from what was meant.',
      remedy:
        'Let the HTTP library serialize JSON and set the Content-Type, instead of passing a form or a dictionary ' +
        'that it sends as a form.',
      code: {
        typescript: "body: JSON.stringify({ model, prompt }), headers: { 'Content-Type': 'application/json' }",
        python: 'requests.post(url, json={"model": model, "prompt": prompt})  # json=, not data=',
        curl: 'curl --json \'{"model":"swift","prompt":"A gate"}\' "$BASE/videos"',
      },
    },
  },
  {
    id: 'client.submits-a-listed-model',
    level: 'must',
    section: '§4',
    rule: 'A submission names a model that GET /models lists.',
    explanation: {
      judged:
        'gatecheck compares the model of each submission with the aliases from GET /models. If the list is unknown, ' +
        'only a missing or refused model fails.',
      harm: 'No job is created. Aliases change, so a client with a hard-coded alias stops working one day.',
      remedy: 'Read GET /models at startup, and choose from the list or check the configured alias against it.',
      code: {
        typescript: "if (!aliases.includes(model)) throw new Error('unknown model; available: ' + aliases.join(', '))",
        python: 'if model not in aliases: raise SystemExit(f"unknown model: {model}; available: {aliases}")',
        curl: 'curl -H "Authorization: Bearer $KEY" "$BASE/models"',
      },
    },
  },
  {
    id: 'client.submits-a-prompt-or-an-image',
    level: 'must',
    section: '§4',
    rule: 'A submission has a non-empty prompt or an image.',
    explanation: {
      judged:
        'A submission with an empty prompt and no image, or with neither, fails this clause. Blank prompts, and ' +
        'prompt and image together, are open points and not judged.',
      harm: 'The server refuses it with invalid_request, after an unnecessary round trip.',
      remedy: "Check the user's input before you send it, and name the missing field in your own error message.",
      code: {
        typescript: "if (prompt === '' && !imageUrl) throw new Error('prompt or image_url is required')",
        python: 'if not prompt and not image_url: raise ValueError("prompt or image_url is required")',
        go: 'if prompt == "" && imageURL == "" { return errors.New("prompt or image_url is required") }',
      },
    },
  },
  {
    id: 'client.submits-an-https-image',
    level: 'must',
    section: '§4',
    rule: 'An image without a prompt is given as an https URL.',
    explanation: {
      judged:
        'gatecheck parses the image_url of a submission without a prompt as a URL. A scheme other than https, or a ' +
        'missing host, fails this clause.',
      harm: 'The submission is refused, or the job is accepted and fails later.',
      remedy: 'Upload the image to an https URL first. The server cannot fetch a file path, a data URL or plain http.',
      code: {
        typescript: "if (new URL(image).protocol !== 'https:') throw new Error('the image needs an https URL')",
        python: 'if urlsplit(image).scheme != "https": raise ValueError("the image needs an https URL")',
        go: 'if u, err := url.Parse(image); err != nil || u.Scheme != "https" { return errNoHTTPS }',
      },
    },
  },
  {
    id: 'client.submits-values-in-range',
    level: 'must',
    section: '§8',
    rule: 'Resolution, duration, fps, ratio and bit depth of a submission are within the specified ranges and lists.',
    explanation: {
      judged:
        'gatecheck compares resolution, duration, fps, ratio and bit depth of each submission with the ranges and ' +
        'lists. Open points, such as 4K in capitals, are not judged.',
      harm: 'No video is generated. A computed value, such as a duration of 60.5 seconds, fails for some users only.',
      remedy: 'Limit user input to the ranges of the specification, and clamp or round computed values.',
      code: {
        typescript: 'const duration = Math.min(60, Math.max(1, wanted))',
        python: 'duration = min(60, max(1, wanted))',
        go: 'duration := min(60, max(1, wanted))',
      },
    },
  },
  {
    id: 'client.submits-the-types-of-the-table',
    level: 'should',
    section: '§4',
    rule: 'Each field of a submission has the JSON type that the specification gives it.',
    explanation: {
      judged:
        'Numbers sent as strings, strings sent as numbers, and lists or booleans in place of either fail this ' +
        'clause, for any value.',
      harm: 'Strict servers refuse them and lenient servers do not, so the client fails when the server is replaced.',
      remedy:
        'Convert values from forms, environment variables and command lines to numbers before you build the body.',
      code: {
        typescript: 'JSON.stringify({ ...body, duration: Number(form.duration) })',
        python: 'body["duration"] = float(args.duration)',
        go: 'Duration float64 `json:"duration,omitempty"`',
      },
    },
  },
  {
    id: 'client.submits-a-public-image',
    level: 'should',
    section: '§4',
    rule: 'The image of a submission is publicly reachable.',
    explanation: {
      judged:
        'gatecheck compares the host of an image without a prompt with names and networks that are not public: ' +
        'localhost, 10.x, 192.168.x and similar.',
      harm:
        'The server cannot fetch the image, so it refuses the submission or the job fails. It works only if both run ' +
        'on one machine.',
      remedy: 'Upload the image to a public location for as long as the job runs, and submit that URL.',
      code: {
        typescript: 'const image_url = await bucket.signedUrl(name, { minutes: 30 })',
        python: 'image_url = bucket.generate_presigned_url("get_object", Params=place, ExpiresIn=1800)',
        curl: 'curl --fail --head "$IMAGE_URL"   # from another machine than yours',
      },
    },
  },
] as const satisfies readonly ClientClauseData[]
