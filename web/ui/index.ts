/** The UI kit: one way to do each thing, no word of the domain. */
export { Alert, type AlertProps, type AlertTone, useTimedAlert } from './Alert.tsx'
export { AppProviders, useColorMode } from './AppProviders.tsx'
export { Avatar, type AvatarProps } from './Avatar.tsx'
export { BarCell } from './BarCell.tsx'
export { BorderedList } from './BorderedList.tsx'
export { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'
export { BusyButton } from './BusyButton.tsx'
export { useBottomBar } from './bottomBar.ts'
export { Chip, type ChipProps, type DotColor, LabelDot, StatusDot } from './Chip.tsx'
export { ChipList } from './ChipList.tsx'
export { CopyLinkButton, useCopied } from './CopyLinkButton.tsx'
export { type Command, menuEntries, shortcutsOf, stripActions } from './commands.ts'
export { Cover } from './cover/Cover.tsx'
export { DrawnCover } from './cover/DrawnCover.tsx'
export { ConfirmContent } from './dialog/ConfirmContent.tsx'
export { Dialog, DialogBody, DialogFoot, type DialogProps } from './dialog/Dialog.tsx'
export { FigureLine } from './FigureLine.tsx'
export { FileGlyph, type FileGlyphProps, FolderGlyph } from './FileGlyph.tsx'
export { FilterMenu, type FilterMenuProps, type FilterOption } from './FilterMenu.tsx'
export {
  type Autosave,
  type AutosaveOptions,
  AutosaveScope,
  type AutosaveState,
  AutosaveStatus,
  type AutosaveStatusProps,
  CancelButton,
  type CancelButtonProps,
  CheckField,
  type CheckFieldProps,
  CodeField,
  ComboBox,
  type ComboBoxProps,
  ComboField,
  type ComboFieldProps,
  type ComboOption,
  type ComboSearch,
  type ComboSource,
  DateField,
  type DateFieldProps,
  dayProblem,
  type Failures,
  type FieldProps,
  Form,
  type FormProblem,
  type FormProps,
  type FormSection,
  FormSections,
  type FormSectionsProps,
  type Leave,
  NumberField,
  type NumberFieldProps,
  namesIn,
  numberIn,
  numberProblem,
  onJoined,
  PasswordField,
  PhoneField,
  type PhoneFieldProps,
  ReadOnlyField,
  RepeatedRows,
  type RepeatedRowsProps,
  type RowsColumn,
  type RowsRow,
  type SaveOutcome,
  SelectField,
  type SelectFieldProps,
  type SelectOption,
  SubmitButton,
  SwitchField,
  savedFirst,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
  UnsavedMark,
  UnsavedPart,
  type UnsavedPartProps,
  unsavedInPage,
  useAutosave,
  useLeave,
  useUnsaved,
} from './form/index.ts'
export { FrontDoor } from './frontdoor/FrontDoor.tsx'
export { type Cell, type CellFace, CellGrid, type CellGridProps, type RowHead } from './grid/index.ts'
export { type LedgerTile, LedgerTiles } from './LedgerTiles.tsx'
export { Link } from './Link.tsx'
export { lazily, useOpened } from './lazily.tsx'
export {
  type EmptyList,
  ListFoot,
  type ListPlace,
  type ListShape,
  type ListState,
  ListTools,
  type PagedRows,
  PagedTable,
  type PagedTableProps,
  pageOf,
  rangeText,
  sortsOf,
  useAddressText,
  useExistingPage,
  useListState,
  withPage,
} from './list/index.ts'
export { Mark, Wordmark } from './Mark.tsx'
export { loadMenu, Menu, MenuButton, type MenuEntry } from './Menu.tsx'
export { MiddleEllipsis } from './MiddleEllipsis.tsx'
export { Page, PageBody, PageHead, Prose, Sheet } from './Page.tsx'
export { PageHeading, type PageHeadingProps, usePageTitle } from './PageHeading.tsx'
export { Pagination } from './Pagination.tsx'
export { Panel } from './Panel.tsx'
export { ProgressBar } from './ProgressBar.tsx'
export { Redirect } from './Redirect.tsx'
export { RelativeTime, useMomentWords } from './RelativeTime.tsx'
export { RichTextField, RichTextView } from './richtext/index.ts'
export { effectiveTerm, SEARCH_DELAY, SearchField, useSearchTerm } from './SearchField.tsx'
export { type Segment, Segments } from './Segments.tsx'
export { SideColumns, SideNav } from './SideNav.tsx'
export { Loading, NotYet, SkeletonBar, SkeletonLines } from './Skeletons.tsx'
export { SkipLink } from './SkipLink.tsx'
export { EmptyState, ErrorState } from './States.tsx'
export { Switch, type SwitchProps } from './Switch.tsx'
export { saveAs } from './saveAs.ts'
export { shortened } from './shortened.ts'
export { showDates, useShownZone, useShowsDates } from './shownDates.ts'
export { type LinkTab, Tabs } from './Tabs.tsx'
export { Tooltip } from './Tooltip.tsx'
export { Trend, type TrendWords } from './Trend.tsx'
export {
  type Column,
  type OpenedRow,
  type PhoneRow,
  type RowHeights,
  RowsInContainer,
  rowAfterKey,
  type ScrollTo,
  type Sort,
  type StripAction,
  Table,
  type TableProps,
  type TableSelection,
  useRowHeights,
  useRowKeys,
} from './table/index.ts'
export { floating } from './theme/floating.ts'
export { theme } from './theme/theme.ts'
export { breakpoints, dark, dialogWidths, layers, light, type Tokens, type Tone } from './theme/tokens.ts'
export { CommentThread, type CommentThreadProps, type ThreadEntry } from './thread/index.ts'
export { ToastProvider, useToast } from './toast/ToastProvider.tsx'
export { useBreakpoint } from './useBreakpoint.ts'
export { useDelayed } from './useDelayed.ts'
export { VisuallyHidden } from './VisuallyHidden.tsx'
export { FloatingWindow, type FloatingWindowProps, windowSizes } from './window/FloatingWindow.tsx'
