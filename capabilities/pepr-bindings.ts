import "./pepr-mode.ts";

import { a, Capability, type PeprValidateRequest } from "pepr";

import { objectKey } from "../kube/watch/object.ts";
import type { OwnKind } from "../controller/resource-informer.ts";
import type { Proposal, Verdict } from "./admission/review-spec.ts";

export interface BindingPorts {
  readonly admit: (proposal: Proposal) => Promise<Verdict>;
  readonly enqueue: (key: string) => void;
}

/**
 * Binds a kind to admission and to the workqueue, and does nothing else. A watch event only enqueues a key:
 * decisions depend on current state, never on an event.
 */
export function bindCapability(
  about: { readonly name: string; readonly description: string },
  own: OwnKind,
  ports: BindingPorts,
): Capability {
  const capability = new Capability({ ...about });
  const enqueue = ({ metadata }: a.GenericKind): void => {
    const { name, namespace = "" } = metadata ?? {};
    if (name) ports.enqueue(objectKey({ namespace, name }));
  };
  capability
    .When(a.GenericKind, own)
    .IsCreatedOrUpdated()
    .Validate(async request => {
      const { errors, warnings } = await ports.admit(toProposal(request));
      return errors.length === 0 ? request.Approve(warnings) : request.Deny(errors.join("\n"));
    })
    .Watch(enqueue);
  capability.When(a.GenericKind, own).IsDeleted().Watch(enqueue);
  return capability;
}

const toProposal = (request: PeprValidateRequest<a.GenericKind>): Proposal => ({
  namespace: request.Request.namespace ?? "",
  // Set by authentication: name, groups, and whatever else an authenticator provides.
  requester: request.Request.userInfo,
  object: request.Raw as Proposal["object"],
  // Pepr's type is any object; it is one of this kind.
  old: request.OldResource,
});
