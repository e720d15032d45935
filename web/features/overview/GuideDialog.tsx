import { Dialog, DialogBody } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Examples = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
  gap: '8px 24px',
  margin: 0,
  '& dt': {
    padding: '2px 6px',
    borderRadius: 4,
    backgroundColor: theme.vars.palette.sunken,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '& dd': { margin: 0, color: theme.vars.palette.ink2 },
}))

const ENTRIES: readonly (readonly [string, string])[] = [
  ['# Heading', 'Heading of a part'],
  ['## Heading', 'Smaller heading'],
  ['**bold**', 'Bold'],
  ['*italic*', 'Italic'],
  ['<ins>underlined</ins>', 'Underlined'],
  ['~~struck out~~', 'Struck out'],
  ['[words](https://example.org)', 'Link to the web'],
  ['[words](investment-summary)', 'Link to another page of this overview'],
  ['- entry', 'List'],
  ['1. entry', 'Numbered list'],
  ['---', 'Rule'],
  ['| A | B |\n| --- | --- |\n| 1 | 2 |', 'Table'],
  ['<Map />', 'Map of the projects with coordinates'],
  ['<SubpageMedia id="…" alt="…" />', 'Image of this page with what it shows; choose it under Media'],
  ['<Timeline id="…" />', 'Timeline; insert a new one from the toolbar'],
  ['<NetYieldChart />', 'Actual energy, P50 and P90 by year'],
  ['<FactoidBlock>\n  <Factoid label="Offtakers" value="9" />\n</FactoidBlock>', 'Small facts in a block'],
]

/** What may stand in a page (SUBP-03). */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Markdown guide" size="medium">
      <DialogBody>
        <Examples>
          {ENTRIES.map(([markdown, meaning]) => (
            <div key={markdown} style={{ display: 'contents' }}>
              <dt>{markdown}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </Examples>
      </DialogBody>
    </Dialog>
  )
}
