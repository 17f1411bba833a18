import { METADATA_DEPTH, METADATA_KEYS } from '../rules/metadata-json.ts'
import { limits } from '../rules/rules.ts'

/** A document sent for registration. It is JSON text, because many of them cannot be JavaScript values. */
export interface HostileDocument {
  what: string
  json: string
  /** the beginning of the sentence that refuses it, with the path if there is one; null if it is accepted */
  refused: string | null
}

/** `more` follows the required fields in the document. */
const beside = (name: string, more: string) =>
  `{"name":${JSON.stringify(name)},"pipeline":[{"type":"train"}]${more === '' ? '' : `,${more}`}}`

const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

/** A document with this many keys, two of them required and one the type of its pipeline. */
const keys = (count: number) => {
  const own = Array.from({ length: count - 4 }, (_, at) => `"k${at}":0`)
  return `"own":{${own.join(',')}}`
}

/** A document of exactly this many bytes as canonical JSON. */
function ofBytes(name: string, bytes: number): string {
  const around = new TextEncoder().encode(beside(name, '"text":""')).length
  return beside(name, `"text":"${'x'.repeat(bytes - around)}"`)
}

const atDepths = (value: string): [what: string, more: string, path: string][] => [
  ['at the top', `"own":${value}`, 'own'],
  ['in a description', `"description":{"overview":${value}}`, 'description.overview'],
  ['in a list', `"list":[0,{"a b":${value}}]`, 'list[1]["a b"]'],
]

const FORBIDDEN = ['__proto__', 'constructor', 'prototype']

/** `__proto__` is refused in the body of any call, the other keys in metadata. */
function keyRefused(path: string, key: string): string {
  if (key === '__proto__') return 'The body is not valid JSON'
  return `${path}: The key "${key}" is not allowed.`
}

/** The documents, all with names that begin with `name`. */
export function hostileDocuments(name: string): HostileDocument[] {
  let count = 0
  const named = (make: (name: string) => string): string => {
    count += 1
    return make(`${name}-${count}`)
  }
  const accepted = (what: string, more: string): HostileDocument => ({
    what,
    json: named((own) => beside(own, more)),
    refused: null,
  })
  const refused = (what: string, more: string, sentence: string): HostileDocument => ({
    what,
    json: named((own) => beside(own, more)),
    refused: sentence,
  })
  const whole = (what: string, json: string, sentence: string): HostileDocument => ({
    what,
    json,
    refused: sentence,
  })
  // the document itself is the first level
  const deepest = METADATA_DEPTH - 1
  return [
    ...FORBIDDEN.flatMap((key) => [
      refused(`${key} at the top`, `"${key}":{"hit":1}`, keyRefused(key, key)),
      refused(`${key} far below`, `"own":[{"a":{"${key}":null}}]`, keyRefused(`own[0].a.${key}`, key)),
      refused(
        `${key} in escapes`,
        `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":1`,
        keyRefused(key, key),
      ),
      refused(
        `${key} as a step`,
        `"description":"","pipeline":[{"type":"train","parameters":{"user_parameters":[{"step":"${key}","args":[]}]}}]`,
        `pipeline[0].parameters.user_parameters[0].step: The name "${key}" is not allowed.`,
      ),
    ]),
    ...[
      'toString',
      'valueOf',
      'hasOwnProperty',
      '__defineGetter__',
      'length',
      'then',
      'toJSON',
      '',
      ' ',
      '.',
      '[0]',
    ].map((key) => accepted(`the key ${JSON.stringify(key)}`, `${JSON.stringify(key)}:{"${key}":1}`)),
    ...atDepths('"\\u0000"').map(([position, more, path]) =>
      refused(`NUL ${position}`, more, `${path}: This text contains a NUL`),
    ),
    ...atDepths('"a\\ud800"').map(([position, more, path]) =>
      refused(
        `half a character ${position}`,
        more,
        `${path}: This text contains a NUL character or an incomplete character.`,
      ),
    ),
    ...atDepths('1e400').map(([position, more, path]) =>
      refused(`a number without end ${position}`, more, `${path}: This number is too large.`),
    ),
    refused('a key with NUL', '"a\\u0000b":1', '["a'),
    refused('a key with half a character', '"\\udfff":1', '["'),
    accepted('the largest number', '"own":1.7976931348623157e308'),
    accepted('the smallest number', '"own":[5e-324,-0.1,1e-400]'),
    accepted('a whole character of two halves', '"own":"\\ud83d\\ude00"'),
    accepted('lists as deep as allowed', `"own":${nested('[', ']', deepest)}`),
    refused(
      'lists one deeper',
      `"own":${nested('[', ']', deepest + 1)}`,
      `own${'[0]'.repeat(deepest)}: The metadata is nested`,
    ),
    accepted('objects as deep as allowed', `"own":${'{"a":'.repeat(deepest)}0${'}'.repeat(deepest)}`),
    refused(
      'objects one deeper',
      `"own":${'{"a":'.repeat(deepest + 1)}0${'}'.repeat(deepest + 1)}`,
      `own${'.a'.repeat(deepest)}: The metadata is nested deeper than 20 levels.`,
    ),
    refused('a thousand levels', `"own":${nested('[', ']', 1000)}`, 'The body is nested deeper than'),
    refused('fifty thousand levels', `"own":${nested('[', ']', 50_000)}`, 'The body is nested deeper than'),
    accepted('as many keys as allowed', keys(METADATA_KEYS)),
    refused('one key more', keys(METADATA_KEYS + 1), `The metadata has more than ${METADATA_KEYS} keys.`),
    refused('ten thousand keys', keys(10_000), `The metadata has more than ${METADATA_KEYS} keys.`),
    { what: 'as large as allowed', json: named((own) => ofBytes(own, limits.metadata_bytes)), refused: null },
    {
      what: 'one byte larger',
      json: named((own) => ofBytes(own, limits.metadata_bytes + 1)),
      refused: 'The metadata is larger than 256 KiB.',
    },
    refused(
      'a list of very many',
      `"own":[${'0,'.repeat(150_000)}0]`,
      'The metadata is larger than 256 KiB.',
    ),
    accepted('a key of 100,000 characters', `"${'k'.repeat(100_000)}":1`),
    accepted('the same key twice', '"own":1,"own":2'),
    refused(
      'a description that is a list',
      '"description":[1]',
      'description: The description must be an object.',
    ),
    refused('a detail of texts', '"description":{"detail":["x"]}', 'description.detail: Give the detail'),
    refused('a version that is an object', '"metadata_version":{}', 'metadata_version: Give the version'),
    whole(
      'a text instead of a list of pipelines',
      `{"name":"${name}","pipeline":"train"}`,
      'pipeline: The pipelines must be a list.',
    ),
    whole(
      'three pipelines',
      `{"name":"${name}","pipeline":[{"type":"train"},{"type":"inference"},{"type":"train"}]}`,
      'pipeline: Give one or two',
    ),
    whole(
      'two of one type',
      `{"name":"${name}","pipeline":[{"type":"train"},{"type":"train"}]}`,
      'pipeline[1].type: There are two train pipelines.',
    ),
    whole(
      'a pipeline that is null',
      `{"name":"${name}","pipeline":[null]}`,
      'pipeline[0]: A pipeline must be an object.',
    ),
    whole(
      'a command with an object',
      `{"name":"${name}","pipeline":[{"type":"train","command":["a",{}]}]}`,
      'pipeline[0].command: The command',
    ),
    ...['<script>', '../up', 'a/b', 'a b', 'ä', 'a\\u0000', '-\\n'].map((text) =>
      whole(`the name ${text}`, `{"name":"${text}","pipeline":[{"type":"train"}]}`, 'name: '),
    ),
    whole(
      'a name that is a list',
      '{"name":["x"],"pipeline":[{"type":"train"}]}',
      'name: The name must be a text.',
    ),
  ]
}
