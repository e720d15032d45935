/** The drawn faces of a checkbox: 16 px where its font size is 16, 22 px on phones. */
function Box({ filled, mark }: { filled: boolean; mark?: string }) {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <rect
        x="0.75"
        y="0.75"
        width="14.5"
        height="14.5"
        rx="3.25"
        stroke="currentColor"
        strokeWidth="1.5"
        fill={filled ? 'currentColor' : 'none'}
      />
      {mark && (
        <path
          d={mark}
          stroke="var(--hr-palette-primary-contrastText)"
          strokeWidth="1.9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}

export const uncheckedIcon = <Box filled={false} />
export const checkedIcon = <Box filled mark="M4.4 8.3l2.4 2.4 4.8-5.2" />
export const partialIcon = <Box filled mark="M4.75 8h6.5" />
