import { useEffect, useId, useState } from 'react'
import { Panel, PlainList, VisuallyHidden } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { CategoryHead, groundOf, ItemFace, itemFaceProps } from './CellFaces.tsx'
import type { MatrixGridProps } from './MatrixGrid.tsx'
import { meets } from './matrix.ts'

const Chooser = styled('label')(({ theme }) => ({
  display: 'grid',
  '& > select': {
    height: 44,
    padding: '0 10px',
    font: 'inherit',
    ...theme.typography.touchField,
    color: theme.vars.palette.ink,
    backgroundColor: theme.vars.palette.surface,
    border: `1px solid ${theme.vars.palette.control}`,
    borderRadius: 6,
  },
}))

const Rows = styled(PlainList)(({ theme }) => ({
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& button': {
    position: 'relative',
    display: 'block',
    width: '100%',
    minHeight: 52,
    padding: 0,
    font: 'inherit',
    textAlign: 'start',
    color: 'inherit',
    background: 'none',
    border: 0,
  },
  // Its documents stand beside the name of a category.
  '& > li[data-parent]': {
    display: 'flex',
    alignItems: 'center',
    backgroundColor: theme.vars.palette.sunken,
  },
  '& > li[data-parent] > button': { flex: 1, minWidth: 0 },
  '& > li[data-child] button': { minHeight: 92 },
  '& > li[data-child] button > b': {
    position: 'absolute',
    top: 8,
    left: 14,
    right: 14,
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > li[data-child] button > span': { top: 28 },
  '& > li[data-ground="danger"]': {
    backgroundColor: theme.vars.palette.danger.tint,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.danger.main}`,
  },
  '& > li > div': { display: 'flex', flex: 'none', paddingRight: 14 },
  '& button[data-docs="linked"]': { fontWeight: 500, color: theme.vars.palette.accent.text },
  '& button[data-docs="none"]': { color: theme.vars.palette.ink3 },
}))

type PhoneMatrixProps = Pick<
  MatrixGridProps,
  | 'name'
  | 'rows'
  | 'projects'
  | 'items'
  | 'users'
  | 'filter'
  | 'collapsed'
  | 'onToggleRow'
  | 'onOpen'
  | 'onColumns'
>

/** The matrix on a phone: one project at a time, chosen on top. */
export function PhoneMatrix(props: PhoneMatrixProps) {
  const { name, rows, projects, items, users, filter, collapsed, onToggleRow, onOpen, onColumns } = props
  const [chosen, setChosen] = useState<string>()
  const id = useId()
  const at = Math.max(
    0,
    projects.findIndex((each) => each.id === chosen),
  )
  const project = projects[at]
  useEffect(() => onColumns(at, at + 1), [at, onColumns])
  if (!project) return null
  return (
    <>
      <Chooser htmlFor={id}>
        <VisuallyHidden>Project</VisuallyHidden>
        <select id={id} value={project.id} onChange={(event) => setChosen(event.target.value)}>
          {projects.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </Chooser>
      <Panel aria-busy={!items.has(project.id)} sx={{ overflow: 'hidden' }}>
        <Rows aria-label={name}>
          {rows.map((row) => {
            const item = items.at(row.categoryId, project.id)
            if (row.parentId === null) {
              const isCollapsed = collapsed.has(row.categoryId)
              return (
                <li key={row.categoryId} data-parent="">
                  <button
                    type="button"
                    aria-expanded={!isCollapsed}
                    onClick={() => onToggleRow(row.categoryId)}
                  >
                    <CategoryHead row={row} collapsed={isCollapsed} />
                  </button>
                  {item && (
                    <div>
                      <button
                        type="button"
                        data-docs={item.link === null ? 'none' : 'linked'}
                        style={{ minHeight: 44 }}
                        onClick={() => onOpen(item)}
                      >
                        {item.link === null ? 'No docs linked' : 'View Docs'}
                      </button>
                    </div>
                  )}
                </li>
              )
            }
            if (!item || !meets(item, filter)) return null
            return (
              <li key={row.categoryId} data-child="" data-ground={groundOf(item)}>
                <button type="button" onClick={() => onOpen(item)}>
                  <b>{`${row.number} ${row.name}`}</b>
                  <ItemFace {...itemFaceProps(item, users)} />
                </button>
              </li>
            )
          })}
        </Rows>
      </Panel>
    </>
  )
}
