import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { Alert, MiddleEllipsis, PanelBar } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { PageSource } from '../pages/pageSource.ts'
import type { Place } from '../pages/usePlaces.ts'
import { edited } from './areas.ts'
import { RedactionPages } from './RedactionPages.tsx'
import type { Redaction } from './useRedactions.ts'

const DraftBar = styled(PanelBar)(({ theme }) => ({
  minHeight: 52,
  padding: '0 16px',
  '& > h2': { flex: 1, minWidth: 0, margin: 0, ...theme.typography.h4 },
}))
const Note = styled('div')({ flex: 'none', padding: '8px 16px' })

const NONE: readonly Place[] = []
const nothing = () => {}

/** The areas of a file where there is no room to draw: to look at only. */
export function DraftToLookAt({
  name,
  pages,
  onLost,
  onClose,
}: {
  name: string
  /** Undefined until they are known. */
  pages: { source: PageSource; known: number; areas: Redaction['marks'] } | undefined
  onLost: () => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const marks = pages?.areas
  const areas = useMemo(() => edited(marks ?? []), [marks])
  return (
    <>
      <DraftBar>
        <h2>
          <MiddleEllipsis text={name} />
        </h2>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DraftBar>
      <Note>
        <Alert tone="info">Redaction needs a wider window.</Alert>
      </Note>
      {pages && (
        <RedactionPages
          name={name}
          source={pages.source}
          known={pages.known}
          areas={areas}
          found={NONE}
          chosen={chosen}
          onChoose={setChosen}
          onDraw={undefined}
          onChange={nothing}
          onRemove={nothing}
          onReason={nothing}
          onPage={nothing}
          onLost={onLost}
        />
      )}
    </>
  )
}
