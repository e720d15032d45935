import IconButton from '@mui/material/IconButton'
import { IconLetterCase, IconMarquee2, IconX } from '@tabler/icons-react'
import { Fragment } from 'react'
import { EmptyState } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { type EditedArea, nameOf } from './areas.ts'
import { ReasonField } from './ReasonField.tsx'

const PagesOfAreas = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  '& > h3': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    display: 'flex',
    justifyContent: 'space-between',
    margin: 0,
    padding: '0 16px',
    ...theme.typography.caption,
    lineHeight: '30px',
    fontWeight: 500,
    color: theme.vars.palette.ink2,
    backgroundColor: theme.vars.palette.sunken,
  },
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    height: 36,
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${theme.vars.palette.line}`,
    '&[data-chosen]': { backgroundColor: theme.vars.palette.action.selected },
    '& > button:first-of-type': {
      flex: '1 1 0',
      minWidth: 0,
      padding: 0,
      border: 0,
      background: 'none',
      font: 'inherit',
      color: 'inherit',
      textAlign: 'left',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
    },
    '& > svg': { flex: 'none', color: theme.vars.palette.ink3 },
  },
}))

interface AreaListProps {
  areas: readonly EditedArea[]
  chosen: string | null
  onChoose: (key: string) => void
  /** None where areas are only looked at. */
  onReason: ((key: string, reason: string) => void) | undefined
  onRemove: (key: string) => void
}

const areasText = (count: number): string => (count === 1 ? '1 area' : `${count} areas`)

/** Areas by page, each with its reason. */
export function AreaList({ areas, chosen, onChoose, onReason, onRemove }: AreaListProps) {
  if (areas.length === 0) {
    return <EmptyState title="No areas yet" hint="Drag over the page, choose words, or search." />
  }
  return (
    <PagesOfAreas>
      {[...Map.groupBy(areas, ({ page }) => page)].map(([page, those]) => (
        <Fragment key={page}>
          <h3>
            <span>Page {page}</span>
            <span>{areasText(those.length)}</span>
          </h3>
          {those.map((area) => (
            <div key={area.key} data-chosen={area.key === chosen ? '' : undefined}>
              {area.kind === 'AREA' ? (
                <IconMarquee2 size={16} aria-hidden="true" />
              ) : (
                <IconLetterCase size={16} aria-hidden="true" />
              )}
              <button type="button" title={nameOf(area)} onClick={() => onChoose(area.key)}>
                {nameOf(area)}
              </button>
              <ReasonField
                id={area.key}
                label={`Reason for ${nameOf(area)} on page ${page}`}
                value={area.reason}
                onChange={onReason && ((reason) => onReason(area.key, reason))}
              />
              {onReason && (
                <IconButton
                  size="small"
                  aria-label={`Remove ${nameOf(area)} on page ${page}`}
                  onClick={() => onRemove(area.key)}
                >
                  <IconX size={16} />
                </IconButton>
              )}
            </div>
          ))}
        </Fragment>
      ))}
    </PagesOfAreas>
  )
}
