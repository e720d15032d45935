import { IconCheck } from '@tabler/icons-react'
import {
  PERMISSION_AREAS,
  PERMISSION_KINDS,
  type PermissionKind,
} from '../../../../shared/permissionWords.ts'
import { Tooltip, VisuallyHidden } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

// GRP-08
const Box = styled('div')(({ theme }) => ({
  maxHeight: 500,
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 6,
}))

const Grid = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  ...theme.typography.caption,
  '& th, & td': { padding: 0, textAlign: 'center', fontWeight: 400 },
  '& th:first-of-type': { width: '30%', padding: '0 8px 0 12px', textAlign: 'left' },
  '& thead th': { height: 30, fontWeight: 500, color: theme.vars.palette.ink2 },
  '& tbody tr': { height: 28, borderTop: `1px solid ${theme.vars.palette.line}` },
  '& tbody tr:not([data-granted]) th': { color: theme.vars.palette.ink3 },
  '& td': { color: theme.vars.palette.ink3 },
  '& td > span': { display: 'inline-flex', verticalAlign: 'middle' },
  '& svg': { width: 16, height: 16, color: theme.vars.palette.primary.main },
  // The longest name of an area stays in one line at 390 px.
  [theme.breakpoints.down('md')]: {
    '& th:first-of-type': { width: 'auto', padding: '0 2px 0 8px' },
    '& th:not(:first-of-type), & td': { width: 44 },
  },
}))

interface PermissionMatrixProps {
  /** Accessible name. */
  label: string
  /** The codenames that are granted, each with what grants it, where that is worth saying. */
  granted: ReadonlyMap<string, string>
}

/** What is allowed, as a table that nobody can edit (GRP-04, GRP-08). */
export function PermissionMatrix({ label, granted }: PermissionMatrixProps) {
  return (
    // Scrolled by the keyboard as well.
    <Box tabIndex={0} role="region" aria-label={label}>
      <Grid>
        <thead>
          <tr>
            <th scope="col">Area</th>
            {PERMISSION_KINDS.map((kind) => (
              <th key={kind} scope="col">
                {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PERMISSION_AREAS.map(({ label: area, codenames }) => (
            <tr
              key={area}
              data-granted={Object.values(codenames).some((each) => granted.has(each)) ? '' : undefined}
            >
              <th scope="row">{area}</th>
              {PERMISSION_KINDS.map((kind) => (
                <td key={kind}>
                  <Mark area={area} kind={kind} codename={codenames[kind]} granted={granted} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Grid>
    </Box>
  )
}

function Mark({
  area,
  kind,
  codename,
  granted,
}: {
  area: string
  kind: PermissionKind
  codename: string | undefined
  granted: ReadonlyMap<string, string>
}) {
  if (codename === undefined) return null
  const by = granted.get(codename)
  if (by === undefined) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{`${area}, ${kind}: not granted`}</VisuallyHidden>
      </>
    )
  }
  return (
    <Tooltip title={by}>
      <span>
        <IconCheck stroke={2} aria-hidden="true" />
        <VisuallyHidden>{`${area}, ${kind}: granted`}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
