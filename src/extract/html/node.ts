// The nodes of a page's tree: as few fields as reading a page needs, because a page has thousands of them.

export type AnyNode = Document | Element | Text;
export type ChildNode = Element | Text;
export type ParentNode = Document | Element;

export type Attributes = Readonly<Record<string, string>>;

/**
 * The attributes that every walk reads, at places that are the same for all elements: objects whose properties differ are
 * slow to read. Elements whose tags are written alike share one.
 */
export class Marks {
  readonly id: string | undefined;
  readonly className: string | undefined;
  readonly role: string | undefined;
  readonly href: string | undefined;
  /**
   * What the walks find out about these attributes, -1 until they do (content-traits.ts, rendering.ts,
   * markdown/code-part.ts).
   */
  traits = -1;
  hides = -1;
  codePart = -1;
  /** The role by the class, null until it is looked up (markdown/class-roles.ts). */
  classRole: string | null | undefined = null;

  constructor({ id, class: className, role, href }: Attributes) {
    this.id = id;
    this.className = className;
    this.role = role;
    this.href = href;
  }
}

export class Text {
  readonly type = 'text';
  parent: ParentNode | null = null;
  prev: ChildNode | null = null;
  next: ChildNode | null = null;
  data: string;

  constructor(data: string) {
    this.data = data;
  }
}

export class Element {
  readonly type = 'tag';
  parent: ParentNode | null = null;
  prev: ChildNode | null = null;
  next: ChildNode | null = null;
  children: ChildNode[] = [];
  name: string;
  readonly attribs: Attributes;
  readonly marks: Marks;

  constructor(name: string, attribs: Attributes, marks: Marks) {
    this.name = name;
    this.attribs = attribs;
    this.marks = marks;
  }
}

export class Document {
  readonly type = 'root';
  readonly parent = null;
  children: ChildNode[] = [];
}

/** Whether a node is an element. By its type: `instanceof`, for every node in every walk, takes longer. */
export function isElement(node: AnyNode | null | undefined): node is Element {
  return node !== null && node !== undefined && node.type === 'tag';
}

export function isText(node: AnyNode | null | undefined): node is Text {
  return node !== null && node !== undefined && node.type === 'text';
}
