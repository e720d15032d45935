import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './architecture.ts'

const root = path.join(import.meta.dirname, '..')

/** Cancels of what holds nothing typed, by file. */
const OTHER_CANCELS: Readonly<Record<string, string>> = {
  'web/features/backoffice/DeleteDialog.tsx': 'goes back to the record; the name that confirms is no work',
  'web/features/backoffice/RecordForm.tsx': 'a link, which asks as every link does',
  'web/features/documents/moving/StagedMoveBar.tsx': 'ends a staged move (DOP-16)',
  'web/features/documents/permissions/StagedFoot.tsx': 'takes back what is chosen, and the dialog stays',
  'web/features/documents/picking/DocumentPicker.tsx': 'goes back to the form, which keeps what was typed',
  'web/features/documents/versions/VersionsDialog.tsx': 'nothing is typed in a confirmation',
  'web/features/documents/zip/MyZipsDialog.tsx': 'ends a zip that is being made',
  'web/features/documents/bin/DeleteForGoodDialog.tsx': 'what confirms a deletion is no work',
  'web/features/projects/deletion/DeleteProjects.tsx': 'what confirms a deletion is no work',
  'web/ui/dialog/ConfirmContent.tsx': 'nothing is typed in a confirmation',
  'web/ui/form/CancelButton.tsx': 'the one',
  'web/ui/form/sections/FormSections.tsx': 'leads to another address, which asks',
  'web/ui/table/Strip.tsx': 'ends the reading of a list',
}

const RULES: readonly { rule: string; breaks: (text: string) => boolean; except: readonly string[] }[] = [
  {
    rule: 'Cancel is the CancelButton of the form kit, which asks',
    breaks: (text) => /(?<!Cancel)Cancel\s*<\/Button>/.test(text),
    except: Object.keys(OTHER_CANCELS),
  },
  {
    rule: 'what is typed outside of a Form joins the unsaved work of the page',
    breaks: (text) =>
      /<(MarkdownField|RichTextField|CommentThread|OutlinedInput)\b/.test(text) &&
      !/\buse(Unsaved|Autosave)\(|<(UnsavedPart|AutosaveScope)\b/.test(text),
    except: [
      // Its owner, the page, holds the drafts of all items.
      'web/features/checklists/ItemComments.tsx',
    ],
  },
  {
    rule: 'values of react-hook-form stand in the Form of the kit',
    breaks: (text) => /\buseForm[<(]/.test(text) && !/<Form\b/.test(text),
    except: [],
  },
  {
    rule: 'one blocker asks before the page is left',
    breaks: (text) => /useBlocker\(|addEventListener\('beforeunload'/.test(text),
    except: [
      'web/ui/dialog/UnsavedGuard.tsx',
      // From its first letter on, while the guard is being loaded.
      'web/ui/unsaved/work.ts',
      // Uploads that run are no work that is typed (UPL-29).
      'web/features/documents/uploads/UploadProvider.tsx',
    ],
  },
]

const texts = new Map(
  sourceFiles(root, ['web'])
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

test.each(RULES)('nothing typed is lost: $rule', ({ breaks, except }) => {
  const parts = [...texts].filter(([file]) => /^web\/(features|pages|ui)\//.test(file))
  const inKit = /^web\/ui\/(form|markdown|richtext|thread|table)\//
  const found = parts.filter(([file, text]) => breaks(text) && !(inKit.test(file) && !except.includes(file)))
  expect(found.map(([file]) => file).sort()).toEqual([...except].sort())
})

test('each of these rules catches what breaks it', () => {
  const broken = [
    '<Button onClick={onClose}>Cancel</Button>',
    '<MarkdownField value={text} />',
    'const form = useForm({ defaultValues })',
    'useBlocker(stops)',
  ]
  expect(RULES.map(({ breaks }, at) => breaks(broken[at] ?? ''))).toEqual([true, true, true, true])
})
