/** The words that a markdown view shows or gives to screen readers. */
export interface MarkdownLabels {
  table: string;
  code: string;
  /** Names of a task's checkbox. */
  taskDone: string;
  taskOpen: string;
  copy: string;
  insert: string;
  newFile: string;
  wrap: string;
}
