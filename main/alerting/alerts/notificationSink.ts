/** Shows a notification of the operating system, as a port. Plain text: the implementation escapes what must be. */
export interface NotificationSink {
  show(content: {
    readonly title: string;
    readonly body: string;
    /** Stays on screen until dismissed, where the desktop can. */
    readonly urgent: boolean;
    readonly onClick: () => void;
  }): void;
}
