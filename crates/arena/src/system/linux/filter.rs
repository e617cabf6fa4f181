//! The system calls that a sandboxed program may not use, as a seccomp filter.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

/// A condition on an argument: its place, and the comparison of its lower 32 bits.
type FilterCondition = (u8, SeccompCmpOp, u64);

/// Always refused: other processes' memory, mounts, keys, kernel programs, scheduling, and rings that bypass the filter.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setaffinity,
    libc::SYS_ioprio_set,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_vhangup,
];

/// Memory that no process shows as its own: refused where no cgroup counts it.
const HIDDEN_MEMORY: &[libc::c_long] =
    &[libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_shmget, libc::SYS_msgget, libc::SYS_semget];

/// Requests to a terminal whose types differ among C libraries.
const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541c;

/// The filter as the kernel takes it, or why there is none. `counted`: a cgroup counts all its memory.
pub(super) fn filter(network: bool, counted: bool) -> Result<Vec<u8>, String> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)
        .map_err(|_| format!("no filter of system calls for {}", std::env::consts::ARCH))?;
    let built = rules(network, counted).and_then(|rules| {
        let refuse = SeccompAction::Errno(libc::EPERM as u32);
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)?;
        BpfProgram::try_from(filter)
    });
    let program = built.map_err(|error| format!("no filter of system calls: {error}"))?;
    let field = |&sock_filter { code, jt, jf, k }: &sock_filter| {
        let [code, k] = [u32::from(code).to_ne_bytes(), k.to_ne_bytes()];
        [code[0], code[1], jt, jf, k[0], k[1], k[2], k[3]]
    };
    Ok(prologue().iter().chain(&program).flat_map(field).collect())
}

/// Before the rules: numbers of the x32 architecture, which has the same mark as x86-64, end the program, and `clone3`, whose
/// flags a filter cannot see, does not exist, so that libraries use `clone`. (Other architectures end it by the rules.)
fn prologue() -> [sock_filter; 5] {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const JUMP_IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    const X32: u32 = 0x4000_0000;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    [
        step(LOAD, 0, 0, 0),
        step(JUMP_IF_AT_LEAST, 0, 1, X32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        step(JUMP_IF_EQUAL, 0, 1, libc::SYS_clone3 as u32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ]
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn rules(network: bool, counted: bool) -> Result<Rules, seccompiler::BackendError> {
    let hidden = if counted { &[] } else { HIDDEN_MEMORY };
    let mut rules: Rules = REFUSED.iter().chain(hidden).map(|&call| (call, Vec::new())).collect();
    let mut refuse = |call: libc::c_long, conditions: &[FilterCondition]| -> Result<(), seccompiler::BackendError> {
        let condition = |(place, operation, value): &FilterCondition| {
            SeccompCondition::new(*place, SeccompCmpArgLen::Dword, operation.clone(), *value)
        };
        let conditions = conditions.iter().map(condition).collect::<Result<Vec<_>, _>>()?;
        rules.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok(())
    };
    // Typing into a terminal.
    for request in [TIOCSTI, TIOCLINUX] {
        refuse(libc::SYS_ioctl, &[(1, SeccompCmpOp::Eq, request)])?;
    }
    // Leases, which keep others from opening a file.
    refuse(libc::SYS_fcntl, &[(1, SeccompCmpOp::Eq, libc::F_SETLEASE as u64)])?;
    // Larger buffers of sockets, which no process shows as its memory.
    if !network {
        for option in [libc::SO_SNDBUF, libc::SO_RCVBUF] {
            let level = (1, SeccompCmpOp::Eq, libc::SOL_SOCKET as u64);
            refuse(libc::SYS_setsockopt, &[level, (2, SeccompCmpOp::Eq, option as u64)])?;
        }
    }
    // New namespaces.
    for flag in [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ] {
        let flag = u64::from(flag as u32);
        refuse(libc::SYS_clone, &[(0, SeccompCmpOp::MaskedEq(flag), flag)])?;
    }
    // The priority of any process but itself.
    refuse(libc::SYS_setpriority, &[(0, SeccompCmpOp::Ne, u64::from(libc::PRIO_PROCESS))])?;
    refuse(libc::SYS_setpriority, &[(1, SeccompCmpOp::Ne, 0)])?;
    // Other kinds of sockets. Local ones belong to the network namespace, which `network` shares.
    let mut families = vec![libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
    if !network {
        families.push(libc::AF_UNIX);
    }
    let others: Vec<FilterCondition> = families.iter().map(|&family| (0, SeccompCmpOp::Ne, family as u64)).collect();
    refuse(libc::SYS_socket, &others)?;
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_is_whole_and_depends_on_the_network_and_on_counting() {
        let all: Vec<Vec<u8>> = [(false, false), (true, false), (false, true)]
            .map(|(network, counted)| filter(network, counted).unwrap())
            .into();
        assert!(all.iter().all(|bytes| bytes.len() % 8 == 0 && bytes.len() > 8 * REFUSED.len()));
        assert!(all[2].len() < all[0].len() && all[0] != all[1]);
    }
}
