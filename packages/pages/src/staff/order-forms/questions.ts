import type { Schemas } from '@mediajobs/client'
import {
  MAX_BOOKING_TEXT_LENGTH,
  MAX_FORM_QUESTIONS,
  MAX_NAME_LENGTH,
  MAX_QUESTION_KEY_LENGTH,
  QUESTION_TYPES,
} from '@mediajobs/domain'
import { joinRows, type RecordField, splitRows } from '../records/form.ts'
import { TEXTS } from './texts.ts'

type Question = Schemas['OrderQuestion']

/** One question per row. Its key survives rewording, so programs still recognize its answers. */
export function questionsField(): RecordField {
  return {
    name: 'questions',
    label: TEXTS.questions,
    hint: TEXTS.questionsHint,
    kind: 'rows',
    maxRows: MAX_FORM_QUESTIONS,
    emptyValue: [],
    columns: [
      { name: 'key', label: '', maxLength: MAX_QUESTION_KEY_LENGTH, isHidden: true },
      { name: 'label', label: TEXTS.question, maxLength: MAX_NAME_LENGTH },
      {
        name: 'type',
        label: TEXTS.answer,
        // The first option is empty, so an untouched row stays empty.
        choices: QUESTION_TYPES.map((type) => [type === 'TEXT' ? '' : type, TEXTS.answers[type]]),
      },
      { name: 'choices', label: TEXTS.choices, maxLength: MAX_BOOKING_TEXT_LENGTH },
      {
        name: 'required',
        label: TEXTS.required,
        choices: [
          ['', TEXTS.requireds.no],
          ['yes', TEXTS.requireds.yes],
        ],
      },
    ],
    toText: (value) => joinRows(questionsIn(value).map(cellsOf)),
    toValue: (text) => questionsOf(splitRows(text)),
    inWords: (text) =>
      splitRows(text)
        .map(([, label = '']) => label)
        .filter(Boolean)
        .join('\n'),
  }
}

function questionsIn(value: unknown): readonly Question[] {
  return Array.isArray(value) ? value : []
}

function cellsOf({ key, label, type, choices, required }: Question): string[] {
  return [key, label, type === 'TEXT' ? '' : type, choices?.join('; ') ?? '', required ? 'yes' : '']
}

/** Drops rows without a question. */
function questionsOf(rows: readonly (readonly string[])[]) {
  const written = rows.filter(([, label]) => label)
  const keys = new Set(written.flatMap(([key]) => key || []))
  return written.map(([known = '', label = '', type = '', choices = '', required = '']) => {
    const key = known || newKey(label, keys)
    keys.add(key)
    return {
      key,
      label,
      type: type || 'TEXT',
      required: required === 'yes',
      choices: type === 'CHOICE' ? choicesIn(choices) : null,
    }
  })
}

function choicesIn(text: string): string[] {
  const parts = text.split(text.includes(';') ? ';' : ',').map((part) => part.trim())
  return [...new Set(parts.filter(Boolean))]
}

/** A unique key: `how-do-we-get-in`. */
function newKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const base = words.slice(0, MAX_QUESTION_KEY_LENGTH - 3) || 'question'
  if (!taken.has(base)) return base
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}
