import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { FileGlyph, MiddleEllipsis, Panel, StatusDot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { ImportResult } from './importResult.ts'

const Strip = styled(Panel)(({ theme }) => ({
  display: 'flex',
  overflowX: 'auto',
  minHeight: 76,
  '& > div': { flex: '1 0 120px', padding: '14px 20px', borderLeft: `1px solid ${theme.vars.palette.line}` },
  '& > div:first-of-type': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    flex: '2 0 280px',
    minWidth: 0,
    borderLeft: 0,
  },
  '& small': theme.typography.note,
  '& strong': { display: 'block', fontWeight: 600, maxWidth: 320 },
  // Figures under the file, all of them in sight.
  [theme.breakpoints.down('md')]: {
    flexWrap: 'wrap',
    '& > div': { flex: '1 0 33%', boxSizing: 'border-box', minWidth: 0, padding: '8px 14px', borderLeft: 0 },
    '& > div:first-of-type': { flex: '1 0 100%', padding: '12px 14px' },
  },
}))

const Label = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  ...theme.typography.note,
}))

const Figure = styled('div')(({ theme }) => ({
  marginTop: 4,
  ...theme.typography.figure,
  '&[data-tone="danger"]': { color: theme.vars.palette.danger.text },
  '&[data-tone="warning"]': { color: theme.vars.palette.warning.text },
}))

function Tile({ label, count, tone }: { label: ReactNode; count: number; tone?: 'danger' | 'warning' }) {
  return (
    <div>
      <Label>{label}</Label>
      <Figure data-tone={count > 0 ? tone : undefined}>{formatNumber(count)}</Figure>
    </div>
  )
}

/** The file, and what it would do in numbers (12-import). */
export function FileStrip({ file, result }: { file: File; result: ImportResult | undefined }) {
  const countOf = (isError: boolean) => result?.issues.filter((each) => each.isError === isError).length ?? 0
  const rowsOf = (type: 'NEW' | 'UPDATE') =>
    result?.rows.filter(({ importType }) => importType === type).length ?? 0
  return (
    <Strip>
      <div>
        <FileGlyph name={file.name} />
        <div style={{ minWidth: 0 }}>
          <strong>
            <MiddleEllipsis text={file.name} />
          </strong>
          <small role="status">
            {formatBytes(file.size)}
            {result
              ? `, sheet “${result.sheet}”, ${formatCount(result.rowCount, 'row')}`
              : ', reading the file...'}
          </small>
        </div>
      </div>
      {result && (
        <>
          <Tile label={<StatusDot color="success">New</StatusDot>} count={rowsOf('NEW')} />
          <Tile label={<StatusDot color="info">Updated</StatusDot>} count={rowsOf('UPDATE')} />
          <Tile
            label={
              <StatusDot color="neutral" hollow>
                Unchanged
              </StatusDot>
            }
            count={result.unchanged.length}
          />
          <Tile
            label={
              <>
                <IconAlertCircle size={14} aria-hidden="true" /> Errors
              </>
            }
            count={countOf(true)}
            tone="danger"
          />
          <Tile
            label={
              <>
                <IconAlertTriangle size={14} aria-hidden="true" /> Warnings
              </>
            }
            count={countOf(false)}
            tone="warning"
          />
        </>
      )}
    </Strip>
  )
}
