import { randomUUID } from 'node:crypto';

export interface User {
  readonly name: string;
}

export interface Post {
  readonly id: string;
  readonly title: string;
  readonly author: string;
}

export class Users {
  readonly #passwords = new Map<string, string>();

  /** @returns undefined when the name is taken */
  add(name: string, password: string): User | undefined {
    if (this.#passwords.has(name)) return undefined;
    this.#passwords.set(name, password);
    return { name };
  }

  find(name: string, password: string): User | undefined {
    return this.#passwords.get(name) === password ? { name } : undefined;
  }
}

export class Sessions {
  readonly #users = new Map<string, User>();

  /** @returns the token to be sent with each request */
  start(user: User): string {
    const token = randomUUID();
    this.#users.set(token, user);
    return token;
  }

  userOf(token: string): User | undefined {
    return this.#users.get(token);
  }
}

export class Posts {
  readonly #posts = new Map<string, Post>();

  get all(): readonly Post[] {
    return [...this.#posts.values()];
  }

  find(id: string): Post | undefined {
    return this.#posts.get(id);
  }

  add(title: string, author: User): Post {
    const post = { id: String(this.#posts.size + 1), title, author: author.name };
    this.#posts.set(post.id, post);
    return post;
  }

  remove(id: string): void {
    this.#posts.delete(id);
  }
}
